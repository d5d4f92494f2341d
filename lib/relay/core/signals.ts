/** What the host reports: nobody's request, so nobody is asked for a token. */
export interface Signals {
  /** Something is due, or may be. */
  tick: object;
  /** A reply has left this process, whole. */
  reply_finished: { participantId: string; batch: number };
  /** A reply did not arrive: its caller hung up, or its socket failed. */
  reply_failed: { participantId: string; batch: number };
  wait_aborted: { participantId: string; waitId: string };
  stream_acked: { participantId: string; streamId: string; cursor: number };
  /** A pong: everything written up to this batch has been read. */
  stream_read: { participantId: string; streamId: string; batch: number };
  /** The stream's buffer filled up, or has room again. */
  stream_window: { participantId: string; streamId: string; open: boolean };
  stream_closed: { participantId: string; streamId: string };
  firehose_closed: { firehoseId: string };
  connection_closed: { connection: string };
  /** The session is back in RAM; these MCP connections are still there. */
  hydrated: { bindings: readonly { participantId: string; connection: string }[] };
  shut_down: object;
}

export type SignalType = keyof Signals;
