import Link from "next/link";

export default function NotFound() {
  return (
    <main>
      <h1>There is nothing here</h1>
      <p>
        Check the address, or go to <Link href="/">the first page</Link>.
      </p>
    </main>
  );
}
