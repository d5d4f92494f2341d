# A worker that has nothing but curl and jq. Fill in the three values of the invite link.
RELAY=<relay>
SID=<session_id>
JT=<jt>

post() {
  curl -sS --max-time 70 -X POST "$RELAY/v1/sessions/$SID/$1" \
    -H "authorization: Bearer $2" -H 'content-type: application/json' -d "$3"
}

# What is it about?
curl -sS "$RELAY/v1/sessions/$SID" -H "authorization: Bearer $JT" | jq .purpose

# Take part. The token is the key to everything else.
TOK=$(post participants "$JT" '{"role":"worker","capabilities":["respond"]}' | jq -r .participant_token)

# Wait, do what came, wait again.
while true; do
  REPLY=$(curl -sS --max-time 70 -w '\n%{http_code}' -X POST "$RELAY/v1/sessions/$SID/participants/me/inbox/wait" \
    -H "authorization: Bearer $TOK" -H 'content-type: application/json' \
    -d '{"names":["command.received","supervisor.note","session.ended"],"timeout_seconds":60}')
  STATUS=$(tail -n 1 <<<"$REPLY")
  BODY=$(sed '$d' <<<"$REPLY")
  if [ "$STATUS" != 200 ]; then
    echo "$BODY" >&2
    break
  fi
  if jq -e 'any(.messages[]; .name == "session.ended")' <<<"$BODY" >/dev/null; then break; fi

  for CID in $(jq -r '.messages[] | select(.name == "command.received") | .payload.command_id' <<<"$BODY"); do
    post "commands/$CID/responses" "$TOK" '{"status":"ok","payload":{"answer":"…"}}'
  done
  for KIND in $(jq -r '.messages[] | select(.name == "supervisor.note") | .payload.kind' <<<"$BODY"); do
    echo "told to $KIND" >&2
  done
done

# Say goodbye, and how it was.
curl -sS -X DELETE "$RELAY/v1/sessions/$SID/participants/me" \
  -H "authorization: Bearer $TOK" -H 'content-type: application/json' \
  -d '{"feedback":{"summary":"all done","rating":5,"issues":[]}}'
