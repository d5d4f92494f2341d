import { refuseBy } from "../refuse.js";
import { askFieldFaults } from "./ask-field-faults.js";
import { AskFieldShape } from "./ask-field.js";

/** A field whose parts also fit each other. */
export const AskFieldInput = AskFieldShape.superRefine(refuseBy(askFieldFaults));
