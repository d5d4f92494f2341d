import { refuseBy } from "../refuse.js";
import { fieldFaults } from "./field-faults.js";
import { FieldShape } from "./field-shape.js";

/** A field whose parts also fit each other. */
export const FieldInput = FieldShape.superRefine(refuseBy(fieldFaults));
