"""Pushes, lists, pulls and deletes an artifact of files with the library of ORAS."""

import sys
import time

import oras.client

# The library sends what is refused four times again, with pauses of up to half a minute.
time.sleep = lambda seconds: None


def main():
    host, token, command, target, *files = sys.argv[1:]
    client = oras.client.OrasClient(hostname=host, insecure=True, auth_backend="token")
    client.auth.set_basic_auth("_", token)
    if command == "push":
        client.push(target=target, files=files, disable_path_validation=True)
    elif command == "pull":
        print("\n".join(client.pull(target=target, outdir=files[0])))
    elif command == "tags":
        print("\n".join(client.get_tags(target)))
    elif command == "delete":
        client.delete_tags(target, files)


main()
