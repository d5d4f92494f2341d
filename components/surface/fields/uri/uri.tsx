import { AddressControl } from "@/components/surface/fields/address";
import type { FieldProps } from "@/components/surface/fields/control";

/** A whole web address. */
export function UriField(props: FieldProps) {
  return <AddressControl kind={{ inputMode: "url", autoComplete: "off" }} props={props} />;
}
