import {
  ArrowRight,
  Check,
  CircleAlert,
  Clock,
  CloudOff,
  LoaderCircle,
  Lock,
  Quote,
  Undo2,
  type IconNode,
} from "lucide";
import { createElement } from "react";

const ICONS = {
  alert: CircleAlert,
  arrow: ArrowRight,
  check: Check,
  clock: Clock,
  lock: Lock,
  offline: CloudOff,
  quote: Quote,
  spinner: LoaderCircle,
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
