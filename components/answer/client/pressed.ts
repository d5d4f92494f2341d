let pressed = false;

/** An answer left this page, and nobody knows what became of it. */
export function setPressed(is: boolean): void {
  pressed = is;
}

export function wasPressed(): boolean {
  return pressed;
}
