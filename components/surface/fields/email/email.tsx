import { AddressControl } from "@/components/surface/fields/address";
import type { FieldProps } from "@/components/surface/fields/control";

/** An email address. */
export function EmailField(props: FieldProps) {
  return <AddressControl kind={{ inputMode: "email", autoComplete: "email" }} props={props} />;
}
