export default function NotFound() {
  return (
    <main>
      <h1>There is nothing here</h1>
      <p>
        Check the address, or go to <a href="/">the first page</a>.
      </p>
    </main>
  );
}
