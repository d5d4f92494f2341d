/** One icon a file: the package's entry loads two thousand. */
declare module "lucide/dist/esm/icons/*.mjs" {
  import type { IconNode } from "lucide";
  const icon: IconNode;
  export default icon;
}
