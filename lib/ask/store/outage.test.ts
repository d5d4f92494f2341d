import { isOutage, withReconnect } from "@/lib/ask/store/outage";
import { ProtocolError } from "@sess.si/protocol";
import { describe, expect, test } from "vitest";

const fault = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });

/** Fails as listed, then gives the number of runs. */
function failing(...faults: unknown[]) {
  let runs = 0;
  return async () => {
    const error = faults[runs];
    runs += 1;
    if (error !== undefined) throw error;
    return runs;
  };
}

test.each(["CONNECTION_CLOSED", "ECONNRESET", "57P01", "57P02", "40P01", "40001", "08006"])(
  "%s is tried again at once",
  async (code) => {
    expect(await withReconnect(failing(fault(code), fault(code)))).toBe(3);
  },
);

test.each(["ECONNREFUSED", "CONNECT_TIMEOUT", "57P03", "57014", "55P03", "53300", "25006"])(
  "%s is `unavailable`, without another try",
  async (code) => {
    const error = await withReconnect(failing(fault(code))).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "ProtocolError", code: "unavailable", details: { databaseCode: code } });
  },
);

test("what is lost again and again is `unavailable`", async () => {
  const lost = Array.from({ length: 10 }, () => fault("CONNECTION_CLOSED"));
  await expect(withReconnect(failing(...lost))).rejects.toMatchObject({ code: "unavailable", retryable: true });
});

test("a database that says nothing is `unavailable` when its time is over", async () => {
  const silent = withReconnect(() => new Promise<never>(() => undefined), 5);
  await expect(silent).rejects.toMatchObject({ code: "unavailable", details: { databaseCode: "NO_REPLY" } });
});

describe("what the database says about the statement", () => {
  test("is thrown as it is, and may be the fault of one item", async () => {
    const violation = fault("23505");
    await expect(withReconnect(failing(violation))).rejects.toBe(violation);
    expect(isOutage(violation)).toBe(false);
  });

  test("is looked for in the cause of a wrapped error, too", () => {
    expect(isOutage(new Error("Failed query", { cause: fault("57P01") }))).toBe(true);
    expect(isOutage(new Error("Failed query", { cause: fault("23505") }))).toBe(false);
    expect(isOutage("no error at all")).toBe(false);
  });

  test("an error of the contract stays what it is", async () => {
    const refusal = new ProtocolError("not_found", "No such thing.");
    await expect(withReconnect(failing(refusal))).rejects.toBe(refusal);
    expect(isOutage(refusal)).toBe(false);
    expect(isOutage(new ProtocolError("unavailable", "Later."))).toBe(true);
  });
});
