import type { IconNode } from "lucide";
import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import Check from "lucide/dist/esm/icons/check.mjs";
import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import Clock from "lucide/dist/esm/icons/clock.mjs";
import Lock from "lucide/dist/esm/icons/lock.mjs";
import Undo2 from "lucide/dist/esm/icons/undo-2.mjs";
import { createElement } from "react";

const ICONS = {
  alert: CircleAlert,
  arrow: ArrowRight,
  check: Check,
  clock: Clock,
  lock: Lock,
  undo: Undo2,
} satisfies Record<string, IconNode>;

export type IconName = keyof typeof ICONS;

/** A drawing beside a word; it says nothing of its own to a screen reader. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`icon ${className}`}
    >
      {ICONS[name].map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}
