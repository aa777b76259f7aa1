"""Checks a server of SCIM with scim2-tester, and prints what each check found: `scim_check.py BASE TOKEN`."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

base, token = sys.argv[1:3]
headers = {"Authorization": f"Bearer {token}"}
with Client(base_url=base, headers=headers, timeout=60) as client:
    results = check_server(SyncSCIMClient(client))
found = [
    {
        "status": result.status.name,
        "title": result.title,
        "reason": result.reason,
        "type": result.resource_type,
    }
    for result in results
]
print(json.dumps(found))
