"""Writes all that comes for a participant into a file, a line each. Needs nothing but httpx."""

import asyncio
import json
import sys

import httpx

relay, session, token, participant, path = sys.argv[1:6]
url = f"{relay}/v1/sessions/{session}/participants/me/inbox/wait"
headers = {"authorization": f"Bearer {token}"}


def write(line):
    with open(path, "a", buffering=1) as log:
        log.write(json.dumps(line) + "\n")


def is_last(message):
    if message["name"] == "participant.left":
        return message["payload"].get("participant_id") == participant
    return message["name"] == "session.ended"


async def poll(client):
    """Returns whether to go on."""
    try:
        reply = await client.post(url, headers=headers, json={"timeout_seconds": 60})
        if reply.status_code != 200:
            write({"status": reply.status_code})
            if reply.status_code in (404, 410):
                return False
            await asyncio.sleep(3)
            return True
        messages = reply.json()["messages"]
    except Exception as fault:
        write({"error": str(fault)})
        await asyncio.sleep(3)
        return True
    for message in messages:
        write(message)
    return not any(is_last(message) for message in messages)


async def main():
    async with httpx.AsyncClient(timeout=70.0) as client:
        while await poll(client):
            pass


asyncio.run(main())
