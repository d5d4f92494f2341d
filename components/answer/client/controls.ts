export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a person can fill in, in the order of the page. */
export function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>("input:not([type=hidden]),textarea,select")];
}

/** What a control says; null for a box that is not ticked. */
export function valueOf(control: Control): string | null {
  return isBox(control) && !control.checked ? null : control.value;
}

/** Whether somebody changed it since the page came. */
export function isChanged(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const options = [...control.options];
  return (
    control.selectedIndex !==
    Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    )
  );
}

/** Where a date can be typed instead of being picked. */
export function twinOf({ form, name }: HTMLInputElement): HTMLInputElement | null {
  const twin = form?.elements.namedItem(`${name}.typed`);
  return twin instanceof HTMLInputElement ? twin : null;
}

export function setValue(control: Control, values: readonly string[]): void {
  if (isBox(control)) control.checked = values.includes(control.value);
  else control.value = values[0] ?? "";
}

export function isBox(control: Control): control is HTMLInputElement {
  return control.type === "radio" || control.type === "checkbox";
}
