export const HELP = `sess — ask a person through a link and print the answer

  sess ask "What time works?" --choice 9:00 --choice 14:00
  sess ask "Deploy 1.4.0 to production?" --yes-no && ./deploy
  sess ask "Where shall we meet?" --text Place --number "How many people?"
  git diff --stat | sess ask "Commit this?" --yes-no --details -
  sess ask "Which fixes?" --choice A --choice B --choice C --several --json

  sess wait int_…            waits again for a question that was asked before
  sess --version

"ask" prints a link and a QR code on stderr, waits, verifies the answer, tells
the person's page that you have it, and prints it on stdout. Without a field it
asks for free text.

What to ask
  --choice <option>          one option, repeated; with --several, pick any
  --text <label>             a line of text
  --multiline <label>        several lines
  --number <label>           a number; --integer for a whole one
  --date <label>             a day; --datetime for a day and a time
  --rating <label>           1 to 5
  --yes-no                   two buttons; No is exit code 2
  --details <text>           shown under the question; - reads it from stdin
  --submit-label <label>     the button; else Send
  --expires-in <time>        such as 90s, 30m, 2h, 7d; else a day

How to get the answer
  --json                     the whole verified answer as one line of JSON
  --no-qr                    the link only
  --no-wait                  print link and id on stdout and leave

Which Sess
  --origin <url>             else SESS_API_ORIGIN, else the key file's own,
                             else that of .data/credentials.json,
                             else https://api.sess.si
  --key-file <path>          a file with the API key; else SESS_API_KEY,
                             else .data/credentials.json
                             (here, or above: the nearest that is yours, no
                             higher than the repository or your home)
  --receipt-issuer <url>     who signs receipts; else SESS_RECEIPT_ISSUER,
                             else the origin. A server without PUBLIC_ORIGIN
                             signs as http://localhost:PORT, also with --lan
  --allow-insecure           allow http to another machine

Exit codes
  0 answered   2 rejected   3 expired: nobody answered   4 withdrawn
  64 wrong usage   65 the receipt does not verify
  69 Sess is unavailable: try again later
  77 the API key is not accepted, or may not do this
  130 stopped waiting; the link stays open
`;
