import { Icon, type IconName } from "@/components/ui/icon";
import type { ReactNode } from "react";

interface NoticeProps {
  tone: "wait" | "stop" | "good";
  icon: IconName;
  title: string;
  children?: ReactNode;
  id?: string;
}

/** Something the person should know before going on, in our own voice. */
export function Notice({ tone, icon, title, children, id }: NoticeProps) {
  return (
    <section id={id} tabIndex={-1} className={`notice notice-${tone}`}>
      <h2 className="notice-title">
        <Icon name={icon} />
        <span>{title}</span>
      </h2>
      {children}
    </section>
  );
}
