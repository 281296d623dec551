// The site in a real browser: what a reader sees and does.
import { after, before, describe } from "node:test";

import { finish, prepare, skip } from "./site.mjs";

describe("the site", { skip }, async () => {
  before(prepare);
  after(finish);

  for (const subject of ["pages", "checker", "answers"]) await import(`./${subject}.mjs`);
});
