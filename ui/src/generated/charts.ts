// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** Compared with the server's to detect different rules. */
export const chartsHash = "77a64a2d472165de";

/** The machines of a session and its tabs for XState v5. Their guards are the server's. */
export const charts = {
  "cli_login": {
    "initial": "idle",
    "states": {
      "asked": {
        "on": {
          "deny": "denied",
          "open": "asked",
          "reset": "idle",
          "submit": "confirming"
        },
        "tags": [
          "at_rest"
        ]
      },
      "confirming": {
        "on": {
          "access.grant_client_login": [
            "asked",
            "granted",
            "refused"
          ],
          "reset": "idle"
        }
      },
      "denied": {
        "on": {
          "open": "asked",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "granted": {
        "on": {
          "open": "asked",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "idle": {
        "on": {
          "open": "asked",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "refused": {
        "on": {
          "open": "asked",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      }
    }
  },
  "forgot_password": {
    "initial": "idle",
    "states": {
      "idle": {
        "on": {
          "reset": "idle",
          "submit": "sending"
        }
      },
      "sending": {
        "on": {
          "access.forgot_password": [
            "idle",
            "sent"
          ],
          "reset": "idle"
        }
      },
      "sent": {
        "on": {
          "again": "idle",
          "reset": "idle"
        }
      }
    }
  },
  "git_integration": {
    "initial": "closed",
    "states": {
      "choosing": {
        "on": {
          "choose": "storing",
          "close": "ready",
          "close_popover": "choosing",
          "git.create": "choosing",
          "git.delete": "choosing",
          "git.list": "choosing",
          "git.products": "choosing",
          "git.test": "choosing",
          "git.update": "choosing",
          "open": [
            "loading",
            "unavailable"
          ],
          "reset": "closed"
        },
        "tags": [
          "modal",
          "opened"
        ]
      },
      "closed": {
        "on": {
          "close": "closed",
          "close_popover": "closed",
          "git.create": "closed",
          "git.delete": "closed",
          "git.list": "closed",
          "git.products": "closed",
          "git.test": "closed",
          "git.update": "closed",
          "open": [
            "loading",
            "unavailable"
          ],
          "reset": "closed"
        }
      },
      "deleting": {
        "on": {
          "close": "deleting",
          "close_popover": "deleting",
          "git.create": "deleting",
          "git.delete": "ready",
          "git.list": "deleting",
          "git.products": "deleting",
          "git.test": "deleting",
          "git.update": "deleting",
          "open": [
            "loading",
            "unavailable"
          ],
          "reset": "closed"
        },
        "tags": [
          "opened"
        ]
      },
      "editing": {
        "on": {
          "close": "ready",
          "close_popover": "editing",
          "git.create": "editing",
          "git.delete": "editing",
          "git.list": "editing",
          "git.products": "editing",
          "git.test": "editing",
          "git.update": "editing",
          "open": [
            "loading",
            "unavailable"
          ],
          "reset": "closed",
          "save": "saving",
          "test": "testing"
        },
        "tags": [
          "modal",
          "opened"
        ]
      },
      "loading": {
        "on": {
          "close": "loading",
          "close_popover": "loading",
          "git.create": "loading",
          "git.delete": "loading",
          "git.list": "ready",
          "git.products": "loading",
          "git.test": "loading",
          "git.update": "loading",
          "open": [
            "loading",
            "unavailable"
          ],
          "refresh": "loading",
          "reset": "closed"
        },
        "tags": [
          "opened"
        ]
      },
      "ready": {
        "on": {
          "choose": "storing",
          "close": "ready",
          "close_popover": "ready",
          "create": "editing",
          "delete": "deleting",
          "edit": "editing",
          "git.create": "ready",
          "git.delete": "ready",
          "git.list": "ready",
          "git.products": "ready",
          "git.test": "ready",
          "git.update": "ready",
          "open": [
            "loading",
            "unavailable"
          ],
          "refresh": "ready",
          "reset": "closed"
        },
        "tags": [
          "opened"
        ]
      },
      "saving": {
        "on": {
          "close": "ready",
          "close_popover": "saving",
          "git.create": [
            "choosing",
            "editing",
            "saving"
          ],
          "git.delete": "saving",
          "git.list": "saving",
          "git.products": "saving",
          "git.test": "saving",
          "git.update": [
            "editing",
            "ready",
            "saving"
          ],
          "open": [
            "loading",
            "unavailable"
          ],
          "reset": "closed"
        },
        "tags": [
          "modal",
          "opened"
        ]
      },
      "storing": {
        "on": {
          "close": "ready",
          "close_popover": "storing",
          "git.create": "storing",
          "git.delete": "storing",
          "git.list": "storing",
          "git.products": [
            "choosing",
            "ready"
          ],
          "git.test": "storing",
          "git.update": "storing",
          "open": [
            "loading",
            "unavailable"
          ],
          "reset": "closed"
        },
        "tags": [
          "modal",
          "opened"
        ]
      },
      "testing": {
        "on": {
          "close": "ready",
          "close_popover": "testing",
          "git.create": "testing",
          "git.delete": "testing",
          "git.list": "testing",
          "git.products": "testing",
          "git.test": [
            "editing",
            "testing"
          ],
          "git.update": "testing",
          "open": [
            "loading",
            "unavailable"
          ],
          "reset": "closed"
        },
        "tags": [
          "modal",
          "opened"
        ]
      },
      "unavailable": {
        "on": {
          "close": "unavailable",
          "close_popover": "unavailable",
          "git.create": "unavailable",
          "git.delete": "unavailable",
          "git.list": "unavailable",
          "git.products": "unavailable",
          "git.test": "unavailable",
          "git.update": "unavailable",
          "open": [
            "loading",
            "unavailable"
          ],
          "reset": "closed"
        },
        "tags": [
          "opened"
        ]
      }
    }
  },
  "idle": {
    "initial": "watching",
    "states": {
      "checking": {
        "on": {
          "access.check_session": [
            "checking",
            "expired",
            "warned",
            "watching"
          ],
          "reset": "watching"
        }
      },
      "expired": {
        "on": {
          "reset": "watching"
        }
      },
      "warned": {
        "on": {
          "due": "expired",
          "reset": "watching",
          "stay": "watching"
        }
      },
      "watching": {
        "on": {
          "activity": "checking",
          "due": "checking",
          "reset": "watching"
        }
      }
    }
  },
  "log_viewer": {
    "initial": "closed",
    "states": {
      "closed": {
        "on": {
          "feed_lost": "closed",
          "logs.config": "closed",
          "logs.data": "closed",
          "open": "configuring",
          "reset": "closed"
        }
      },
      "configuring": {
        "on": {
          "feed": "configuring",
          "feed_lost": "configuring",
          "logs.config": [
            "configuring",
            "paused",
            "refreshing"
          ],
          "logs.data": "configuring",
          "open": "configuring",
          "pause": "paused",
          "refresh_now": "refreshing",
          "reset": "closed",
          "select_file": "refreshing",
          "select_node": "refreshing",
          "select_product": "configuring",
          "service_changed": "paused"
        },
        "tags": [
          "open"
        ]
      },
      "counting": {
        "on": {
          "due": [
            "paused",
            "refreshing"
          ],
          "feed": "live",
          "feed_lost": "counting",
          "logs.config": "counting",
          "logs.data": "counting",
          "open": "configuring",
          "pause": "paused",
          "refresh_now": "refreshing",
          "reset": "closed",
          "select_file": "refreshing",
          "select_node": "refreshing",
          "select_product": "configuring",
          "service_changed": "paused"
        },
        "tags": [
          "open"
        ]
      },
      "live": {
        "on": {
          "feed": "live",
          "feed_lost": "counting",
          "logs.config": "live",
          "logs.data": "live",
          "open": "configuring",
          "pause": "paused",
          "refresh_now": "refreshing",
          "reset": "closed",
          "select_file": "refreshing",
          "select_node": "refreshing",
          "select_product": "configuring",
          "service_changed": "paused"
        },
        "tags": [
          "open"
        ]
      },
      "paused": {
        "on": {
          "feed": "paused",
          "feed_lost": "paused",
          "logs.config": "paused",
          "logs.data": "paused",
          "open": "configuring",
          "pause": "paused",
          "refresh_now": [
            "configuring",
            "refreshing"
          ],
          "reset": "closed",
          "resume": [
            "configuring",
            "counting"
          ],
          "select_file": "refreshing",
          "select_node": [
            "paused",
            "refreshing"
          ],
          "select_product": "configuring",
          "service_changed": "paused"
        },
        "tags": [
          "open"
        ]
      },
      "refreshing": {
        "on": {
          "feed": "refreshing",
          "feed_lost": "refreshing",
          "logs.config": "refreshing",
          "logs.data": [
            "counting",
            "live",
            "paused",
            "refreshing"
          ],
          "open": "configuring",
          "pause": "refreshing",
          "refresh_now": "refreshing",
          "reset": "closed",
          "resume": "refreshing",
          "select_file": "refreshing",
          "select_node": "refreshing",
          "select_product": "configuring",
          "service_changed": "paused"
        },
        "tags": [
          "open"
        ]
      }
    }
  },
  "login": {
    "initial": "signed_out",
    "states": {
      "checking": {
        "on": {
          "access.authenticate": [
            "enrol_required",
            "otp_required",
            "password_expired",
            "signed_in",
            "signed_out"
          ],
          "passkey_answered": "checking",
          "provider_answered": "checking"
        },
        "tags": [
          "signing_in"
        ]
      },
      "enrol_required": {
        "on": {
          "cancel": "signed_out",
          "passkey_answered": "enrol_required",
          "provider_answered": "enrol_required",
          "second_factor_forbidden": "signed_out",
          "second_factor_passed": "signed_in"
        },
        "tags": [
          "second_factor",
          "signing_in"
        ]
      },
      "otp_required": {
        "on": {
          "cancel": "signed_out",
          "passkey_answered": "otp_required",
          "provider_answered": "otp_required",
          "second_factor_forbidden": "signed_out",
          "second_factor_passed": "signed_in"
        },
        "tags": [
          "second_factor",
          "signing_in"
        ]
      },
      "password_expired": {
        "on": {
          "cancel": "signed_out",
          "passkey_answered": "password_expired",
          "password_changed": "signed_out",
          "provider_answered": "password_expired"
        },
        "tags": [
          "signing_in"
        ]
      },
      "signed_in": {
        "on": {
          "expire": "signed_out",
          "expire_idle": "signed_out",
          "log_out": "signing_out",
          "passkey_answered": "signed_in",
          "provider_answered": "signed_in",
          "revoke": "signed_out",
          "set_me_up_seen": "signed_in"
        }
      },
      "signed_out": {
        "on": {
          "passkey_answered": "signed_in",
          "provider_answered": [
            "enrol_required",
            "otp_required",
            "signed_in"
          ],
          "submit": "checking"
        }
      },
      "signing_out": {
        "on": {
          "access.log_out": "signed_out",
          "expire": "signing_out",
          "expire_idle": "signing_out",
          "passkey_answered": "signing_out",
          "provider_answered": "signing_out",
          "revoke": "signing_out"
        }
      }
    }
  },
  "mfa": {
    "initial": "idle",
    "states": {
      "codes_shown": {
        "on": {
          "codes_saved": "passed",
          "passkey_enrolled": "codes_shown",
          "passkey_verified": "codes_shown",
          "reset": "idle"
        }
      },
      "confirming": {
        "on": {
          "access.confirm_enrolment": [
            "codes_shown",
            "enrolling",
            "idle"
          ],
          "passkey_enrolled": "confirming",
          "passkey_verified": "confirming",
          "reset": "idle"
        }
      },
      "enrolling": {
        "on": {
          "passkey_enrolled": [
            "codes_shown",
            "enrolling"
          ],
          "passkey_verified": "enrolling",
          "reset": "idle",
          "submit": "confirming"
        }
      },
      "idle": {
        "on": {
          "begin_enrolment": "preparing",
          "begin_verification": "verify",
          "passkey_enrolled": "idle",
          "passkey_verified": "idle",
          "reset": "idle"
        }
      },
      "passed": {
        "on": {
          "begin_enrolment": "preparing",
          "begin_verification": "verify",
          "passkey_enrolled": "passed",
          "passkey_verified": "passed",
          "reset": "idle"
        }
      },
      "preparing": {
        "on": {
          "access.begin_enrolment": [
            "enrolling",
            "idle",
            "preparing"
          ],
          "passkey_enrolled": "preparing",
          "passkey_verified": "preparing",
          "reset": "idle"
        }
      },
      "verify": {
        "on": {
          "passkey_enrolled": "verify",
          "passkey_verified": [
            "passed",
            "verify"
          ],
          "recover": "verifying",
          "reset": "idle",
          "submit": "verifying"
        }
      },
      "verifying": {
        "on": {
          "access.verify_code": [
            "idle",
            "passed",
            "verify"
          ],
          "access.verify_recovery": [
            "passed",
            "verify"
          ],
          "passkey_enrolled": "verifying",
          "passkey_verified": "verifying",
          "reset": "idle"
        }
      }
    }
  },
  "navigation": {
    "initial": "unsettled",
    "states": {
      "leaving": {
        "on": {
          "go": [
            "leaving",
            "settled",
            "waiting"
          ]
        }
      },
      "settled": {
        "on": {
          "go": [
            "leaving",
            "settled",
            "waiting"
          ]
        }
      },
      "unsettled": {
        "on": {
          "go": [
            "leaving",
            "settled",
            "waiting"
          ]
        }
      },
      "waiting": {
        "on": {
          "application_failed": "settled",
          "application_ready": [
            "leaving",
            "settled"
          ],
          "go": [
            "leaving",
            "settled",
            "waiting"
          ]
        }
      }
    }
  },
  "onboarding": {
    "initial": "idle",
    "states": {
      "creating_project": {
        "on": {
          "offer": "creating_project",
          "projects.create": [
            "desired_features",
            "storing"
          ]
        },
        "tags": [
          "sending"
        ]
      },
      "desired_features": {
        "on": {
          "back": "details",
          "begin": "desired_features",
          "dismiss": "dismissing",
          "later": "postponed",
          "offer": "desired_features",
          "send": [
            "creating_project",
            "storing"
          ],
          "want": "desired_features",
          "want_project": "desired_features"
        },
        "tags": [
          "answering"
        ]
      },
      "details": {
        "on": {
          "back": "purpose",
          "begin": "details",
          "describe": "details",
          "dismiss": "dismissing",
          "later": "postponed",
          "next": "desired_features",
          "offer": "details"
        },
        "tags": [
          "answering"
        ]
      },
      "dismissed": {
        "on": {
          "begin": "init",
          "offer": "dismissed"
        },
        "tags": [
          "resting"
        ]
      },
      "dismissing": {
        "on": {
          "access.store_custom_data": [
            "dismissed",
            "init"
          ],
          "offer": "dismissing"
        },
        "tags": [
          "sending"
        ]
      },
      "finished": {
        "on": {
          "begin": "init",
          "offer": "finished"
        },
        "tags": [
          "resting"
        ]
      },
      "idle": {
        "on": {
          "begin": "init",
          "offer": "init"
        },
        "tags": [
          "resting"
        ]
      },
      "init": {
        "on": {
          "begin": "init",
          "dismiss": "dismissing",
          "later": "postponed",
          "next": "purpose",
          "offer": "init",
          "restore": "init"
        },
        "tags": [
          "answering"
        ]
      },
      "postponed": {
        "on": {
          "begin": "init",
          "offer": "postponed"
        },
        "tags": [
          "resting"
        ]
      },
      "purpose": {
        "on": {
          "back": "init",
          "begin": "purpose",
          "choose": "purpose",
          "dismiss": "dismissing",
          "later": "postponed",
          "next": "details",
          "offer": "purpose"
        },
        "tags": [
          "answering"
        ]
      },
      "storing": {
        "on": {
          "access.store_custom_data": [
            "desired_features",
            "finished"
          ],
          "offer": "storing"
        },
        "tags": [
          "sending"
        ]
      }
    }
  },
  "packages": {
    "initial": "closed",
    "states": {
      "closed": {
        "on": {
          "open": [
            "list",
            "package",
            "version"
          ],
          "packages.count": "closed",
          "packages.list": "closed",
          "packages.package": "closed",
          "packages.version": "closed",
          "packages.versions": "closed",
          "reset": "closed"
        }
      },
      "list": {
        "on": {
          "more": "list",
          "open": [
            "list",
            "package",
            "version"
          ],
          "packages.count": "list",
          "packages.list": "list",
          "packages.package": "list",
          "packages.version": "list",
          "packages.versions": "list",
          "refresh": "list",
          "reset": "closed",
          "sort": "list"
        },
        "tags": [
          "opened"
        ]
      },
      "package": {
        "on": {
          "filter_versions": "package",
          "more_versions": "package",
          "open": [
            "list",
            "package",
            "version"
          ],
          "packages.count": "package",
          "packages.list": "package",
          "packages.package": "package",
          "packages.version": "package",
          "packages.versions": "package",
          "refresh": "package",
          "reset": "closed",
          "sort_versions": "package"
        },
        "tags": [
          "opened"
        ]
      },
      "version": {
        "on": {
          "open": [
            "list",
            "package",
            "version"
          ],
          "packages.count": "version",
          "packages.list": "version",
          "packages.package": "version",
          "packages.version": "version",
          "packages.versions": "version",
          "refresh": "version",
          "reset": "closed",
          "select_tab": "version"
        },
        "tags": [
          "opened"
        ]
      }
    }
  },
  "passkey": {
    "initial": "idle",
    "states": {
      "asked": {
        "on": {
          "answer": "checking",
          "begin": "asked",
          "cancel": "idle",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "checking": {
        "on": {
          "access.check_passkey": [
            "done",
            "idle"
          ],
          "reset": "idle"
        }
      },
      "done": {
        "on": {
          "begin": "asked",
          "cancel": "idle",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "idle": {
        "on": {
          "begin": "asked",
          "cancel": "idle",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      }
    }
  },
  "password": {
    "initial": "idle",
    "states": {
      "changed": {
        "on": {
          "open": "offered",
          "require": "required",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "changing": {
        "on": {
          "access.change_password": [
            "changed",
            "offered",
            "required"
          ],
          "reset": "idle"
        }
      },
      "idle": {
        "on": {
          "open": "offered",
          "require": "required",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "offered": {
        "on": {
          "cancel": "idle",
          "reset": "idle",
          "submit": "changing"
        },
        "tags": [
          "asking"
        ]
      },
      "required": {
        "on": {
          "reset": "idle",
          "submit": "changing"
        },
        "tags": [
          "asking"
        ]
      }
    }
  },
  "personalisation": {
    "initial": "empty",
    "states": {
      "empty": {
        "on": {
          "reset": "empty",
          "save": "open"
        },
        "tags": [
          "keeping_none"
        ]
      },
      "hidden": {
        "on": {
          "reset": "hidden",
          "save": "open"
        },
        "tags": [
          "keeping_none"
        ]
      },
      "open": {
        "on": {
          "reset": "empty",
          "save": "open",
          "send": "sending"
        },
        "tags": [
          "keeping"
        ]
      },
      "sending": {
        "on": {
          "access.store_custom_data": [
            "hidden",
            "sending",
            "unsent"
          ],
          "reset": "empty"
        }
      },
      "unsent": {
        "on": {
          "reset": "empty",
          "save": "open",
          "send": "sending"
        },
        "tags": [
          "keeping"
        ]
      }
    }
  },
  "quick_setup": {
    "initial": "closed",
    "states": {
      "closed": {
        "on": {
          "access.store_custom_data": "closed",
          "navigated": [
            "closed",
            "open"
          ],
          "open": "open"
        }
      },
      "open": {
        "on": {
          "access.store_custom_data": "open",
          "close": "closed",
          "navigated": [
            "closed",
            "open"
          ],
          "open": "open"
        }
      }
    }
  },
  "reset_password": {
    "initial": "idle",
    "states": {
      "changing": {
        "on": {
          "access.reset_password": [
            "done",
            "ready"
          ],
          "reset": "idle"
        }
      },
      "checking": {
        "on": {
          "access.check_reset_key": [
            "ready",
            "refused"
          ],
          "reset": "idle"
        }
      },
      "done": {
        "on": {
          "cancel": "idle",
          "open": "checking",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "idle": {
        "on": {
          "cancel": "idle",
          "open": "checking",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "ready": {
        "on": {
          "cancel": "idle",
          "open": "checking",
          "reset": "idle",
          "submit": "changing"
        },
        "tags": [
          "at_rest"
        ]
      },
      "refused": {
        "on": {
          "cancel": "idle",
          "open": "checking",
          "reset": "idle"
        },
        "tags": [
          "at_rest"
        ]
      }
    }
  },
  "retention": {
    "initial": "idle",
    "states": {
      "answered": {
        "on": {
          "ask": [
            "answered",
            "asking"
          ],
          "reset": "idle"
        },
        "tags": [
          "resting"
        ]
      },
      "asking": {
        "on": {
          "reset": "idle",
          "retention.status": [
            "answered",
            "waiting"
          ]
        }
      },
      "idle": {
        "on": {
          "ask": [
            "answered",
            "asking"
          ],
          "reset": "idle"
        },
        "tags": [
          "resting"
        ]
      },
      "waiting": {
        "on": {
          "reset": "idle",
          "retry": "asking"
        }
      }
    }
  },
  "search": {
    "initial": "idle",
    "states": {
      "idle": {
        "on": {
          "access.recent_searches": "idle",
          "access.store_custom_data": "idle",
          "change_model": "idle",
          "change_query": "idle",
          "change_type": "idle",
          "clear": "idle",
          "navigated": "idle",
          "open": [
            "loading",
            "ready"
          ],
          "reset": "idle",
          "search": "idle"
        },
        "tags": [
          "usable"
        ]
      },
      "loading": {
        "on": {
          "access.recent_searches": [
            "loading",
            "ready"
          ],
          "access.store_custom_data": "loading",
          "change_model": "loading",
          "change_query": "loading",
          "change_type": "loading",
          "clear": "loading",
          "navigated": "loading",
          "open": [
            "loading",
            "ready"
          ],
          "reset": "idle",
          "search": "loading",
          "search_again": "loading"
        },
        "tags": [
          "usable"
        ]
      },
      "ready": {
        "on": {
          "access.recent_searches": "ready",
          "access.store_custom_data": "ready",
          "change_model": "ready",
          "change_query": "ready",
          "change_type": "ready",
          "clear": "ready",
          "navigated": "ready",
          "open": [
            "loading",
            "ready"
          ],
          "reset": "idle",
          "search": "ready",
          "search_again": "ready"
        },
        "tags": [
          "usable"
        ]
      }
    }
  },
  "service_status": {
    "initial": "idle",
    "states": {
      "confirming": {
        "on": {
          "keep_node": "loaded",
          "load": "loading",
          "remove_node": "removing",
          "status.nodes": "confirming",
          "status.services": "confirming"
        },
        "tags": [
          "resting"
        ]
      },
      "failed": {
        "on": {
          "load": "loading",
          "status.nodes": "failed",
          "status.services": "failed"
        },
        "tags": [
          "resting"
        ]
      },
      "idle": {
        "on": {
          "load": "loading",
          "status.nodes": "idle",
          "status.services": "idle"
        },
        "tags": [
          "resting"
        ]
      },
      "loaded": {
        "on": {
          "ask_removal": "confirming",
          "load": "loading",
          "status.nodes": "loaded",
          "status.services": "loaded"
        },
        "tags": [
          "resting"
        ]
      },
      "loading": {
        "on": {
          "load": "loading",
          "status.nodes": [
            "failed",
            "loaded",
            "loading"
          ],
          "status.services": [
            "failed",
            "loaded",
            "loading"
          ]
        }
      },
      "removing": {
        "on": {
          "status.nodes": "removing",
          "status.remove_node": "loading",
          "status.services": "removing"
        }
      }
    }
  },
  "session": {
    "initial": "fresh",
    "states": {
      "closed": {
        "type": "final"
      },
      "fresh": {
        "on": {
          "open": "open"
        }
      },
      "open": {
        "on": {
          "close": "closed",
          "sign_in": "open"
        }
      }
    }
  },
  "sso": {
    "initial": "idle",
    "states": {
      "done": {
        "on": {
          "begin": "leaving",
          "cancel": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "exchanging": {
        "on": {
          "access.exchange_code": [
            "done",
            "idle"
          ]
        }
      },
      "idle": {
        "on": {
          "begin": "leaving",
          "cancel": "idle"
        },
        "tags": [
          "at_rest"
        ]
      },
      "leaving": {
        "on": {
          "begin": "leaving",
          "callback": "exchanging",
          "cancel": "idle",
          "denied": "idle"
        },
        "tags": [
          "at_rest"
        ]
      }
    }
  },
  "startup": {
    "initial": "idle",
    "states": {
      "failed": {
        "on": {
          "reset": "idle",
          "retry": "identifying",
          "signed_in": "identifying",
          "start": "identifying"
        }
      },
      "gathering": {
        "on": {
          "facts_changed": [
            "gathering",
            "ready",
            "settling"
          ],
          "licences.entitlements": [
            "failed",
            "gathering",
            "ready",
            "settling"
          ],
          "reset": "idle",
          "signed_in": "identifying",
          "topology.services": [
            "failed",
            "gathering",
            "ready",
            "settling"
          ]
        },
        "tags": [
          "loading"
        ]
      },
      "identifying": {
        "on": {
          "access.current_user": [
            "failed",
            "gathering",
            "identifying"
          ],
          "facts_changed": "identifying",
          "reset": "idle",
          "settings.footer": [
            "gathering",
            "identifying"
          ],
          "signed_in": "identifying"
        },
        "tags": [
          "loading"
        ]
      },
      "idle": {
        "on": {
          "reset": "idle",
          "signed_in": "identifying",
          "start": "identifying"
        }
      },
      "ready": {
        "on": {
          "facts_changed": "ready",
          "introduced": "ready",
          "reset": "idle",
          "signed_in": "identifying",
          "view_as": "ready",
          "view_as_myself": "ready"
        }
      },
      "settling": {
        "on": {
          "facts_changed": "settling",
          "reset": "idle",
          "settings.load": [
            "failed",
            "ready"
          ],
          "signed_in": "identifying"
        },
        "tags": [
          "loading"
        ]
      }
    }
  }
} as const;

/** The names of the guards of each machine. */
export const guards = {
  "account": [],
  "advisories": [],
  "application": [],
  "application_grant": [],
  "build": [],
  "cleanup_policy": [],
  "cli_login": [],
  "distribution_target": [],
  "download": [],
  "download_rules": [],
  "download_violations": [],
  "followed_packages": [
    "last"
  ],
  "forgot_password": [],
  "git_connection": [
    "another_address",
    "another_connection"
  ],
  "git_integration": [
    "connection_kept",
    "failed",
    "test_failed",
    "unavailable"
  ],
  "group": [],
  "idle": [
    "away_too_long",
    "end_is_near"
  ],
  "licence": [],
  "log_viewer": [
    "beyond_end",
    "has_log",
    "known_log",
    "known_node",
    "known_product",
    "new_failure",
    "service_changed",
    "to_pause",
    "unattended"
  ],
  "login": [
    "set_me_up_due",
    "set_me_up_shown",
    "sign_in_over",
    "signs_in_otherwise"
  ],
  "logo": [],
  "mail_outbox": [],
  "mail_server": [],
  "mfa": [
    "passkey_not_awaited"
  ],
  "navigation": [
    "account_portal",
    "already_signed_in",
    "anonymous_from_root",
    "anonymous_not_allowed",
    "bundles_tab",
    "cancel_pending",
    "client_session_missing",
    "client_session_waits",
    "error_from_nowhere",
    "external_redirect",
    "feature_unsupported",
    "first_deployment",
    "invitation_invalid",
    "leads_to",
    "log_out",
    "menu_item_hidden",
    "no_licence",
    "old_bundles_path",
    "onboarding_owed",
    "provider_redirect",
    "scanning_available",
    "skip_license_check",
    "start_application",
    "unauthorised",
    "unknown_path"
  ],
  "node": [],
  "onboarding": [
    "project_wanted"
  ],
  "outbound_proxy": [],
  "package": [
    "last_file"
  ],
  "packages": [
    "count_unknown",
    "excluded_type",
    "known_tab",
    "obsolete",
    "shown_before"
  ],
  "passkey": [],
  "password": [
    "password_had_expired"
  ],
  "permission": [],
  "personalisation": [],
  "project": [],
  "provisioning": [],
  "quick_setup": [
    "entered",
    "getting_started_due",
    "goes_to_landing",
    "left",
    "resets_tracking",
    "supported"
  ],
  "reading": [],
  "registration": [],
  "registration_settings": [],
  "release_bundle": [
    "failed_at_a_target"
  ],
  "repository": [],
  "reset_password": [],
  "retention": [
    "attempts_used_up",
    "not_admin",
    "not_there"
  ],
  "search": [
    "about_another",
    "anonymous",
    "another_project",
    "archive_not_indexed",
    "kept",
    "nothing_to_remember",
    "unreadable_query"
  ],
  "server": [],
  "service_status": [
    "already_loading"
  ],
  "session": [],
  "setup": [],
  "sign_in_provider": [],
  "sso": [],
  "startup": [
    "admin_only",
    "may_use_console"
  ],
  "support_bundle": [
    "all_have_ended"
  ],
  "trusted_issuer": [],
  "user_directory": [],
  "webhook": [],
  "webhook_cursor": [],
  "webhook_delivery": [
    "delivered",
    "tried_again"
  ]
} as const;

/** The scope of each machine, and the events that a tab may propose to it. */
export const profiles = {
  "account": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "advisories": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "application": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "application_grant": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "build": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "cleanup_policy": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "cli_login": {
    "overHttp": [
      "open",
      "submit",
      "deny"
    ],
    "proposals": [],
    "scope": "session"
  },
  "distribution_target": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "download": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "download_rules": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "download_violations": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "followed_packages": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "forgot_password": {
    "overHttp": [
      "submit"
    ],
    "proposals": [
      "again"
    ],
    "scope": "session"
  },
  "git_connection": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "git_integration": {
    "overHttp": [],
    "proposals": [
      "open",
      "refresh",
      "create",
      "edit",
      "test",
      "save",
      "close_popover",
      "choose",
      "delete",
      "close",
      "reset"
    ],
    "scope": "tab"
  },
  "group": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "idle": {
    "overHttp": [],
    "proposals": [
      "activity",
      "stay"
    ],
    "scope": "session"
  },
  "licence": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "log_viewer": {
    "overHttp": [],
    "proposals": [
      "open",
      "service_changed",
      "select_product",
      "select_node",
      "select_file",
      "pause",
      "resume",
      "refresh_now",
      "feed",
      "feed_lost",
      "reset"
    ],
    "scope": "tab"
  },
  "login": {
    "overHttp": [
      "submit",
      "log_out"
    ],
    "proposals": [
      "cancel",
      "set_me_up_seen"
    ],
    "scope": "session"
  },
  "logo": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "mail_outbox": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "mail_server": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "mfa": {
    "overHttp": [
      "submit",
      "recover"
    ],
    "proposals": [
      "codes_saved"
    ],
    "scope": "session"
  },
  "navigation": {
    "overHttp": [],
    "proposals": [
      "go"
    ],
    "scope": "tab"
  },
  "node": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "onboarding": {
    "overHttp": [
      "describe"
    ],
    "proposals": [
      "begin",
      "restore",
      "choose",
      "want",
      "want_project",
      "next",
      "back",
      "send",
      "later",
      "dismiss"
    ],
    "scope": "session"
  },
  "outbound_proxy": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "package": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "packages": {
    "overHttp": [],
    "proposals": [
      "open",
      "sort",
      "more",
      "filter_versions",
      "sort_versions",
      "more_versions",
      "select_tab",
      "refresh"
    ],
    "scope": "tab"
  },
  "passkey": {
    "overHttp": [
      "begin",
      "answer"
    ],
    "proposals": [
      "cancel"
    ],
    "scope": "session"
  },
  "password": {
    "overHttp": [
      "submit"
    ],
    "proposals": [
      "open",
      "cancel"
    ],
    "scope": "session"
  },
  "permission": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "personalisation": {
    "overHttp": [],
    "proposals": [
      "send"
    ],
    "scope": "session"
  },
  "project": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "provisioning": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "quick_setup": {
    "overHttp": [],
    "proposals": [
      "open",
      "close"
    ],
    "scope": "session"
  },
  "reading": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "registration": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "registration_settings": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "release_bundle": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "repository": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "reset_password": {
    "overHttp": [
      "open",
      "submit"
    ],
    "proposals": [
      "cancel"
    ],
    "scope": "session"
  },
  "retention": {
    "overHttp": [],
    "proposals": [
      "ask"
    ],
    "scope": "tab"
  },
  "search": {
    "overHttp": [],
    "proposals": [
      "open",
      "change_model",
      "change_query",
      "change_type",
      "search",
      "search_again",
      "clear"
    ],
    "scope": "tab"
  },
  "server": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "service_status": {
    "overHttp": [],
    "proposals": [
      "load",
      "ask_removal",
      "keep_node",
      "remove_node"
    ],
    "scope": "tab"
  },
  "session": {
    "overHttp": [],
    "proposals": [],
    "scope": "session"
  },
  "setup": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "sign_in_provider": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "sso": {
    "overHttp": [
      "begin",
      "callback",
      "denied"
    ],
    "proposals": [
      "cancel"
    ],
    "scope": "session"
  },
  "startup": {
    "overHttp": [],
    "proposals": [
      "start",
      "retry",
      "view_as",
      "view_as_myself"
    ],
    "scope": "session"
  },
  "support_bundle": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "trusted_issuer": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "user_directory": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "webhook": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "webhook_cursor": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "webhook_delivery": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  }
} as const;
