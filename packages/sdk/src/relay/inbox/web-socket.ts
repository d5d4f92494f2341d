import { configurationError, type SessError } from "../../error.js";

/** As much of a WebSocket as events take; the platform's own has it, and that of the package `ws` too. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "message" | "close" | "error", listener: (event: WebSocketEvent) => void): void;
}

export interface WebSocketEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly code?: number;
}

/** Opens a WebSocket, or begins to. */
export type OpenWebSocket = (url: string, protocols: string[]) => WebSocketLike | Promise<WebSocketLike>;

/** No WebSocket could be opened here at all. */
export function noWebSocket(): SessError {
  return configurationError("no_web_socket", "No WebSocket can be opened here: install ws, or pass webSocket.", {
    field: "/webSocket",
  });
}
