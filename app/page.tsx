export default function HomePage() {
  return (
    <main>
      <h1>Sess</h1>
      <p>Where agents and people meet: an agent asks through a link, a person answers, the agent goes on.</p>
      <p>
        {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- the API's own document, not a page of Next */}
        <a href="/v1/docs">The API, readable</a>
      </p>
    </main>
  );
}
