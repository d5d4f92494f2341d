import { readEnv } from "@/lib/env";
import { listen } from "@/lib/front/listen";
import { createFront } from "@/lib/front/listener";
import { originsOf } from "@/lib/front/origins";
import { endOnSignals, type Running } from "@/lib/front/shutdown";
import { replyBackInAMoment } from "@/lib/front/unavailable";
import { createLog } from "@/lib/log";
import { createRuntime } from "@/lib/runtime";

/** The front process as `server.ts` starts it, with nobody to render pages behind it: these suites open none. */
const env = readEnv(process.env);
const log = createLog(env.logLevel);
const running: Running = {};
endOnSignals(running, log);

const front = (running.front = createFront());
const address = await listen(front.server, { port: env.port, lan: false });
const origins = originsOf(env, address);
const runtime = createRuntime({
  ...env,
  ...origins,
  role: "front",
  databaseUrl: env.databaseUrl ?? "",
  log,
  pages: () => "up",
});
running.runtime = runtime;
await runtime.open();
front.open({
  runtime,
  pages: { forward: (_, response) => replyBackInAMoment(response), upgrade: (_, socket) => void socket.destroy() },
  log,
});
process.stdout.write(`Ready: ${address.port}\n`);
