import { CHECKS, runSteps } from "./steps.mjs";

process.exit(await runSteps(CHECKS));
