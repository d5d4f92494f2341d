import { parseArgs } from "node:util";
import { runCommand, USAGE } from "@/lib/admin/commands";
import { openAdmin } from "@/lib/admin/open-admin";

/** `npm run admin -- …`; returns the exit code. */
export async function runAdmin(args: string[]): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: "string" },
        workspace: { type: "string" },
        name: { type: "string" },
        scopes: { type: "string" },
        key: { type: "string" },
        yes: { type: "boolean" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    const [command] = positionals;
    if (values.help || command === undefined || positionals.length > 1) return usage(values.help === true);
    const admin = await openAdmin(process.env);
    try {
      const result = await runCommand(admin, command, values);
      if (result === null) return usage(false);
      process.stdout.write(values.json ? `${JSON.stringify(result.fields)}\n` : `${result.text}\n`);
      return 0;
    } finally {
      await admin.close();
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

function usage(asked: boolean): number {
  (asked ? process.stdout : process.stderr).write(USAGE);
  return asked ? 0 : 64;
}
