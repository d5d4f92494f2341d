/** A copy of an event in one inbox. */
export interface Delivery {
  participantId: string;
  seq: number;
}
