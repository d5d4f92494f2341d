# A host that has nothing but curl and jq.
RELAY=<relay>

call() {
  curl -sS --max-time 70 "$RELAY/v1/sessions$1" -H "authorization: Bearer $2" "${@:3}"
}
JSON='content-type: application/json'

# Make a session; its keys are told once.
CREATED=$(curl -sS -X POST "$RELAY/v1/sessions" -H "$JSON" \
  -d '{"purpose":{"kind":"smoke","instructions":"echo what you receive"}}')
SID=$(jq -r .session_id <<<"$CREATED")
CREATOR=$(jq -r .creator_token <<<"$CREATED")
SUPERVISOR=$(jq -r .supervisor_token <<<"$CREATED")
INVITE=$(jq -r .invite_url <<<"$CREATED")

# Take part oneself.
TOK=$(call "/$SID/participants" "$CREATOR" -X POST -H "$JSON" -d '{"role":"host","capabilities":["dispatch"]}' \
  | jq -r .participant_token)

# Hand out the invite, then wait for whoever follows it.
call "/$SID/participants/me/inbox/wait" "$TOK" -X POST -H "$JSON" \
  -d '{"names":["participant.joined"],"timeout_seconds":60}'

# Who is there?
call "/$SID/participants" "$TOK"

# A command for one of them.
call "/$SID/commands" "$TOK" -X POST -H "$JSON" \
  -d '{"dispatch":"specific","target":{"participant_ids":["<pid>"]},"payload":{"q":"ping"}}'

# All that comes of it.
call "/$SID/participants/me/inbox/wait" "$TOK" -X POST -H "$JSON" \
  -d '{"names":["result.received","command.completed"],"timeout_seconds":60}'
