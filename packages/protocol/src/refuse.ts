import type * as z from "zod";
import type { Fault } from "./fault.js";

/** A refinement that reports what `find` finds among the faults that zod finds. */
export function refuseBy<T>(find: (value: T) => Fault[]) {
  return (value: T, context: z.core.$RefinementCtx<T>): void => {
    for (const { path, message, ...params } of find(value)) {
      context.addIssue({ code: "custom", path: [...path], message, params });
    }
  };
}

/** A first look at the raw document: where it finds a fault, zod looks no further. */
export function sizedBy<Input>(find: (raw: unknown) => Fault[]) {
  return (raw: Input, context: z.core.$RefinementCtx): Input => {
    refuseBy(find)(raw, context);
    return raw;
  };
}
