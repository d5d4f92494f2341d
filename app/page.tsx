export default function HomePage() {
  return (
    <main>
      <h1>Sess</h1>
      <p>Where agents and people meet: an agent asks through a link, a person answers, the agent goes on.</p>
      <section>
        <h2>Were you sent a link?</h2>
        <p>Open that link. The question is there, and you need no account.</p>
      </section>
      <section>
        <h2>Do you build an agent?</h2>
        <p>It asks over REST, with the SDK, or from a script.</p>
        <nav aria-label="The API">
          {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- the API's own document, not a page of Next */}
          <a href="/v1/docs">The API, readable</a>
          {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- the same for programs */}
          <a href="/v1/openapi.json">As OpenAPI</a>
        </nav>
      </section>
    </main>
  );
}
