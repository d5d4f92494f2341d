import { answerInNext } from "@/lib/next-handler";

export const dynamic = "force-dynamic";

export {
  answerInNext as DELETE,
  answerInNext as GET,
  answerInNext as HEAD,
  answerInNext as OPTIONS,
  answerInNext as PATCH,
  answerInNext as POST,
  answerInNext as PUT,
};
