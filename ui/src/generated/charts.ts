// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** Compared with the server's to detect different rules. */
export const chartsHash = "996820d85f47c648";

/** The machines as XState v5 configurations. */
export const charts = {
  "account": {
    "id": "account",
    "initial": "absent",
    "states": {
      "absent": {
        "on": {
          "create": [
            {
              "target": "active"
            }
          ]
        }
      },
      "active": {
        "on": {
          "allow_device": [
            {
              "target": "active"
            }
          ],
          "allow_password": [
            {
              "target": "active"
            }
          ],
          "disable": [
            {
              "target": "disabled"
            }
          ],
          "edit": [
            {
              "target": "active"
            },
            {
              "target": "disabled"
            }
          ],
          "enrol": [
            {
              "target": "active"
            }
          ],
          "enter": [
            {
              "target": "active"
            }
          ],
          "fail_sign_in": [
            {
              "target": "active"
            }
          ],
          "forget_device": [
            {
              "target": "active"
            }
          ],
          "forget_devices": [
            {
              "target": "active"
            }
          ],
          "know_device": [
            {
              "target": "active"
            }
          ],
          "make_api_key": [
            {
              "target": "active"
            }
          ],
          "make_token": [
            {
              "target": "active"
            }
          ],
          "renew_recovery": [
            {
              "target": "active"
            }
          ],
          "reset_mfa": [
            {
              "target": "active"
            }
          ],
          "restore": [
            {
              "target": "active"
            }
          ],
          "revoke_token": [
            {
              "target": "active"
            }
          ],
          "set_admin": [
            {
              "target": "active"
            }
          ],
          "set_custom_data": [
            {
              "target": "active"
            }
          ],
          "set_password": [
            {
              "target": "active"
            }
          ],
          "set_project_role": [
            {
              "target": "active"
            }
          ],
          "stop_codes": [
            {
              "target": "active"
            }
          ],
          "unlock": [
            {
              "target": "active"
            }
          ],
          "use_code": [
            {
              "target": "active"
            }
          ],
          "use_device": [
            {
              "target": "active"
            }
          ],
          "use_recovery_code": [
            {
              "target": "active"
            }
          ]
        },
        "tags": [
          "existing"
        ]
      },
      "disabled": {
        "on": {
          "edit": [
            {
              "target": "active"
            },
            {
              "target": "disabled"
            }
          ],
          "enable": [
            {
              "target": "active"
            }
          ],
          "fail_sign_in": [
            {
              "target": "disabled"
            }
          ],
          "reset_mfa": [
            {
              "target": "disabled"
            }
          ],
          "restore": [
            {
              "target": "disabled"
            }
          ],
          "set_admin": [
            {
              "target": "disabled"
            }
          ],
          "set_password": [
            {
              "target": "disabled"
            }
          ],
          "set_project_role": [
            {
              "target": "disabled"
            }
          ],
          "unlock": [
            {
              "target": "disabled"
            }
          ]
        },
        "tags": [
          "existing"
        ]
      }
    }
  },
  "group": {
    "id": "group",
    "initial": "absent",
    "states": {
      "absent": {
        "on": {
          "create": [
            {
              "target": "existing"
            }
          ]
        }
      },
      "deleted": {
        "type": "final"
      },
      "existing": {
        "on": {
          "delete": [
            {
              "target": "deleted"
            }
          ],
          "edit": [
            {
              "target": "existing"
            }
          ],
          "set_project_role": [
            {
              "target": "existing"
            }
          ]
        }
      }
    }
  },
  "idle": {
    "id": "idle",
    "initial": "watching",
    "states": {
      "checking": {
        "on": {
          "access.check_session": [
            {
              "target": "checking"
            },
            {
              "target": "expired"
            },
            {
              "target": "watching"
            }
          ],
          "reset": [
            {
              "target": "watching"
            }
          ]
        }
      },
      "expired": {
        "on": {
          "reset": [
            {
              "target": "watching"
            }
          ]
        }
      },
      "watching": {
        "on": {
          "activity": [
            {
              "target": "checking"
            }
          ],
          "reset": [
            {
              "target": "watching"
            }
          ]
        }
      }
    }
  },
  "licence": {
    "id": "licence",
    "initial": "none",
    "states": {
      "installed": {
        "on": {
          "install": [
            {
              "target": "installed"
            }
          ],
          "remove": [
            {
              "target": "removed"
            }
          ]
        }
      },
      "none": {
        "on": {
          "install": [
            {
              "target": "installed"
            }
          ]
        }
      },
      "removed": {
        "on": {
          "install": [
            {
              "target": "installed"
            }
          ]
        }
      }
    }
  },
  "log_viewer": {
    "id": "log_viewer",
    "initial": "closed",
    "states": {
      "closed": {
        "on": {
          "feed_lost": [
            {
              "target": "closed"
            }
          ],
          "logs.config": [
            {
              "target": "closed"
            }
          ],
          "logs.data": [
            {
              "target": "closed"
            }
          ],
          "open": [
            {
              "target": "configuring"
            }
          ],
          "reset": [
            {
              "target": "closed"
            }
          ]
        }
      },
      "configuring": {
        "on": {
          "feed": [
            {
              "target": "configuring"
            }
          ],
          "feed_lost": [
            {
              "target": "configuring"
            }
          ],
          "logs.config": [
            {
              "target": "configuring"
            },
            {
              "target": "paused"
            },
            {
              "meta": {
                "guards": [
                  "has_log"
                ]
              },
              "target": "refreshing"
            },
            {
              "meta": {
                "guards": [
                  "new_failure"
                ]
              },
              "target": "paused"
            }
          ],
          "logs.data": [
            {
              "target": "configuring"
            }
          ],
          "open": [
            {
              "target": "configuring"
            }
          ],
          "pause": [
            {
              "target": "paused"
            }
          ],
          "refresh_now": [
            {
              "target": "refreshing"
            }
          ],
          "reset": [
            {
              "target": "closed"
            }
          ],
          "select_file": [
            {
              "meta": {
                "guards": [
                  "known_log"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_node": [
            {
              "meta": {
                "guards": [
                  "known_node"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_product": [
            {
              "meta": {
                "guards": [
                  "service_changed",
                  "known_product"
                ]
              },
              "target": "configuring"
            }
          ],
          "service_changed": [
            {
              "target": "paused"
            }
          ]
        },
        "tags": [
          "open"
        ]
      },
      "counting": {
        "on": {
          "due": [
            {
              "target": "refreshing"
            },
            {
              "meta": {
                "guards": [
                  "unattended"
                ]
              },
              "target": "paused"
            }
          ],
          "feed": [
            {
              "target": "live"
            }
          ],
          "feed_lost": [
            {
              "target": "counting"
            }
          ],
          "logs.config": [
            {
              "target": "counting"
            }
          ],
          "logs.data": [
            {
              "target": "counting"
            }
          ],
          "open": [
            {
              "target": "configuring"
            }
          ],
          "pause": [
            {
              "target": "paused"
            }
          ],
          "refresh_now": [
            {
              "target": "refreshing"
            }
          ],
          "reset": [
            {
              "target": "closed"
            }
          ],
          "select_file": [
            {
              "meta": {
                "guards": [
                  "known_log"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_node": [
            {
              "meta": {
                "guards": [
                  "known_node"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_product": [
            {
              "meta": {
                "guards": [
                  "service_changed",
                  "known_product"
                ]
              },
              "target": "configuring"
            }
          ],
          "service_changed": [
            {
              "target": "paused"
            }
          ]
        },
        "tags": [
          "open"
        ]
      },
      "live": {
        "on": {
          "feed": [
            {
              "target": "live"
            }
          ],
          "feed_lost": [
            {
              "target": "counting"
            }
          ],
          "logs.config": [
            {
              "target": "live"
            }
          ],
          "logs.data": [
            {
              "target": "live"
            }
          ],
          "open": [
            {
              "target": "configuring"
            }
          ],
          "pause": [
            {
              "target": "paused"
            }
          ],
          "refresh_now": [
            {
              "target": "refreshing"
            }
          ],
          "reset": [
            {
              "target": "closed"
            }
          ],
          "select_file": [
            {
              "meta": {
                "guards": [
                  "known_log"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_node": [
            {
              "meta": {
                "guards": [
                  "known_node"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_product": [
            {
              "meta": {
                "guards": [
                  "service_changed",
                  "known_product"
                ]
              },
              "target": "configuring"
            }
          ],
          "service_changed": [
            {
              "target": "paused"
            }
          ]
        },
        "tags": [
          "open"
        ]
      },
      "paused": {
        "on": {
          "feed": [
            {
              "target": "paused"
            }
          ],
          "feed_lost": [
            {
              "target": "paused"
            }
          ],
          "logs.config": [
            {
              "target": "paused"
            }
          ],
          "logs.data": [
            {
              "target": "paused"
            }
          ],
          "open": [
            {
              "target": "configuring"
            }
          ],
          "pause": [
            {
              "target": "paused"
            }
          ],
          "refresh_now": [
            {
              "target": "configuring"
            },
            {
              "target": "refreshing"
            }
          ],
          "reset": [
            {
              "target": "closed"
            }
          ],
          "resume": [
            {
              "target": "configuring"
            },
            {
              "target": "counting"
            }
          ],
          "select_file": [
            {
              "meta": {
                "guards": [
                  "known_log"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_node": [
            {
              "meta": {
                "guards": [
                  "known_node"
                ]
              },
              "target": "paused"
            },
            {
              "meta": {
                "guards": [
                  "known_node"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_product": [
            {
              "meta": {
                "guards": [
                  "service_changed",
                  "known_product"
                ]
              },
              "target": "configuring"
            }
          ],
          "service_changed": [
            {
              "target": "paused"
            }
          ]
        },
        "tags": [
          "open"
        ]
      },
      "refreshing": {
        "on": {
          "feed": [
            {
              "target": "refreshing"
            },
            {
              "meta": {
                "guards": [
                  "to_pause"
                ]
              },
              "target": "refreshing"
            }
          ],
          "feed_lost": [
            {
              "target": "refreshing"
            },
            {
              "meta": {
                "guards": [
                  "to_pause"
                ]
              },
              "target": "refreshing"
            }
          ],
          "logs.config": [
            {
              "target": "refreshing"
            }
          ],
          "logs.data": [
            {
              "target": "counting"
            },
            {
              "target": "live"
            },
            {
              "target": "paused"
            },
            {
              "target": "refreshing"
            },
            {
              "meta": {
                "guards": [
                  "beyond_end",
                  "new_failure"
                ]
              },
              "target": "counting"
            },
            {
              "meta": {
                "guards": [
                  "beyond_end",
                  "new_failure"
                ]
              },
              "target": "live"
            },
            {
              "meta": {
                "guards": [
                  "beyond_end",
                  "new_failure"
                ]
              },
              "target": "paused"
            },
            {
              "meta": {
                "guards": [
                  "new_failure"
                ]
              },
              "target": "counting"
            },
            {
              "meta": {
                "guards": [
                  "new_failure"
                ]
              },
              "target": "live"
            },
            {
              "meta": {
                "guards": [
                  "new_failure"
                ]
              },
              "target": "paused"
            }
          ],
          "open": [
            {
              "target": "configuring"
            }
          ],
          "pause": [
            {
              "target": "refreshing"
            }
          ],
          "refresh_now": [
            {
              "target": "refreshing"
            }
          ],
          "reset": [
            {
              "target": "closed"
            }
          ],
          "resume": [
            {
              "target": "refreshing"
            }
          ],
          "select_file": [
            {
              "meta": {
                "guards": [
                  "known_log"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_node": [
            {
              "meta": {
                "guards": [
                  "known_node"
                ]
              },
              "target": "refreshing"
            }
          ],
          "select_product": [
            {
              "meta": {
                "guards": [
                  "service_changed",
                  "known_product"
                ]
              },
              "target": "configuring"
            }
          ],
          "service_changed": [
            {
              "target": "paused"
            }
          ]
        },
        "tags": [
          "open"
        ]
      }
    }
  },
  "login": {
    "id": "login",
    "initial": "signed_out",
    "states": {
      "checking": {
        "on": {
          "access.authenticate": [
            {
              "target": "enrol_required"
            },
            {
              "target": "otp_required"
            },
            {
              "target": "password_expired"
            },
            {
              "target": "signed_in"
            },
            {
              "target": "signed_out"
            }
          ]
        },
        "tags": [
          "signing_in"
        ]
      },
      "enrol_required": {
        "on": {
          "cancel": [
            {
              "target": "signed_out"
            }
          ],
          "second_factor_forbidden": [
            {
              "target": "signed_out"
            }
          ],
          "second_factor_passed": [
            {
              "target": "signed_in"
            }
          ]
        },
        "tags": [
          "second_factor",
          "signing_in"
        ]
      },
      "otp_required": {
        "on": {
          "cancel": [
            {
              "target": "signed_out"
            }
          ],
          "second_factor_forbidden": [
            {
              "target": "signed_out"
            }
          ],
          "second_factor_passed": [
            {
              "target": "signed_in"
            }
          ]
        },
        "tags": [
          "second_factor",
          "signing_in"
        ]
      },
      "password_expired": {
        "on": {
          "cancel": [
            {
              "target": "signed_out"
            }
          ],
          "password_changed": [
            {
              "target": "signed_out"
            }
          ]
        },
        "tags": [
          "signing_in"
        ]
      },
      "signed_in": {
        "on": {
          "expire": [
            {
              "target": "signed_out"
            }
          ],
          "log_out": [
            {
              "target": "signing_out"
            }
          ],
          "revoke": [
            {
              "target": "signed_out"
            }
          ]
        }
      },
      "signed_out": {
        "on": {
          "submit": [
            {
              "target": "checking"
            }
          ]
        }
      },
      "signing_out": {
        "on": {
          "access.log_out": [
            {
              "target": "signed_out"
            }
          ],
          "expire": [
            {
              "target": "signing_out"
            }
          ],
          "revoke": [
            {
              "target": "signing_out"
            }
          ]
        }
      }
    }
  },
  "logo": {
    "id": "logo",
    "initial": "none",
    "states": {
      "none": {
        "on": {
          "upload": [
            {
              "target": "shown"
            }
          ]
        }
      },
      "shown": {
        "on": {
          "remove": [
            {
              "target": "none"
            }
          ],
          "upload": [
            {
              "target": "shown"
            }
          ]
        }
      }
    }
  },
  "mfa": {
    "id": "mfa",
    "initial": "idle",
    "states": {
      "codes_shown": {
        "on": {
          "codes_saved": [
            {
              "target": "passed"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        }
      },
      "confirming": {
        "on": {
          "access.confirm_enrolment": [
            {
              "target": "codes_shown"
            },
            {
              "target": "enrolling"
            },
            {
              "target": "idle"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        }
      },
      "enrolling": {
        "on": {
          "reset": [
            {
              "target": "idle"
            }
          ],
          "submit": [
            {
              "target": "confirming"
            }
          ]
        }
      },
      "idle": {
        "on": {
          "begin_enrolment": [
            {
              "target": "preparing"
            }
          ],
          "begin_verification": [
            {
              "target": "verify"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        }
      },
      "passed": {
        "on": {
          "begin_enrolment": [
            {
              "target": "preparing"
            }
          ],
          "begin_verification": [
            {
              "target": "verify"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        }
      },
      "preparing": {
        "on": {
          "access.begin_enrolment": [
            {
              "target": "enrolling"
            },
            {
              "target": "idle"
            },
            {
              "target": "preparing"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        }
      },
      "verify": {
        "on": {
          "recover": [
            {
              "target": "verifying"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ],
          "submit": [
            {
              "target": "verifying"
            }
          ]
        }
      },
      "verifying": {
        "on": {
          "access.verify_code": [
            {
              "target": "idle"
            },
            {
              "target": "passed"
            },
            {
              "target": "verify"
            }
          ],
          "access.verify_recovery": [
            {
              "target": "passed"
            },
            {
              "target": "verify"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        }
      }
    }
  },
  "navigation": {
    "id": "navigation",
    "initial": "unsettled",
    "states": {
      "leaving": {
        "on": {
          "go": [
            {
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "account_portal"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_from_root"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_not_allowed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_missing",
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "anonymous_not_allowed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "start_application"
                ]
              },
              "target": "waiting"
            },
            {
              "meta": {
                "guards": [
                  "external_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "feature_unsupported"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "invitation_invalid"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "log_out"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "menu_item_hidden"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "old_bundles_path",
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "provider_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "scanning_available"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "skip_license_check"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "start_application"
                ]
              },
              "target": "waiting"
            },
            {
              "meta": {
                "guards": [
                  "unauthorised"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "unknown_path"
                ]
              },
              "target": "settled"
            }
          ]
        }
      },
      "settled": {
        "on": {
          "go": [
            {
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "account_portal"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_from_root"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_not_allowed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_missing",
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_missing",
                  "already_signed_in",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_missing",
                  "already_signed_in",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_waits"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "external_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "feature_unsupported"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "invitation_invalid"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "log_out"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "menu_item_hidden"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "old_bundles_path",
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "provider_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "scanning_available"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "skip_license_check"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "start_application"
                ]
              },
              "target": "waiting"
            },
            {
              "meta": {
                "guards": [
                  "unauthorised"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "unknown_path"
                ]
              },
              "target": "settled"
            }
          ]
        }
      },
      "unsettled": {
        "on": {
          "go": [
            {
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "account_portal"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_from_root"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_not_allowed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_missing",
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "anonymous_not_allowed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "start_application"
                ]
              },
              "target": "waiting"
            },
            {
              "meta": {
                "guards": [
                  "external_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "feature_unsupported"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "invitation_invalid"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "log_out"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "menu_item_hidden"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "old_bundles_path",
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "provider_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "scanning_available"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "skip_license_check"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "start_application"
                ]
              },
              "target": "waiting"
            },
            {
              "meta": {
                "guards": [
                  "unauthorised"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "unknown_path"
                ]
              },
              "target": "settled"
            }
          ]
        }
      },
      "waiting": {
        "on": {
          "application_failed": [
            {
              "target": "settled"
            }
          ],
          "application_ready": [
            {
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "already_signed_in",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_from_root"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_not_allowed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "anonymous_not_allowed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "external_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "provider_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "unauthorised"
                ]
              },
              "target": "settled"
            }
          ],
          "go": [
            {
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "account_portal"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_from_root",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "anonymous_not_allowed",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "bundles_tab",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "already_signed_in",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "already_signed_in",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "already_signed_in",
                  "no_licence",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "already_signed_in",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "external_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "invitation_invalid",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "log_out",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "cancel_pending",
                  "provider_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "client_session_missing",
                  "cancel_pending",
                  "already_signed_in"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_missing",
                  "cancel_pending",
                  "already_signed_in",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_missing",
                  "cancel_pending",
                  "already_signed_in",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "client_session_waits"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "anonymous_not_allowed",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "no_licence",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "error_from_nowhere",
                  "start_application"
                ]
              },
              "target": "waiting"
            },
            {
              "meta": {
                "guards": [
                  "external_redirect"
                ]
              },
              "target": "leaving"
            },
            {
              "meta": {
                "guards": [
                  "feature_unsupported"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to",
                  "first_deployment"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "leads_to",
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "menu_item_hidden"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "no_licence"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "no_licence",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "old_bundles_path",
                  "bundles_tab"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "onboarding_owed"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "scanning_available"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "skip_license_check"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "start_application"
                ]
              },
              "target": "waiting"
            },
            {
              "meta": {
                "guards": [
                  "unauthorised"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "unauthorised",
                  "cancel_pending"
                ]
              },
              "target": "settled"
            },
            {
              "meta": {
                "guards": [
                  "unknown_path"
                ]
              },
              "target": "settled"
            }
          ]
        }
      }
    }
  },
  "node": {
    "id": "node",
    "initial": "unknown",
    "states": {
      "member": {
        "on": {
          "remove": [
            {
              "target": "removed"
            }
          ]
        }
      },
      "removed": {
        "on": {
          "join": [
            {
              "target": "member"
            }
          ]
        },
        "tags": [
          "outside"
        ]
      },
      "unknown": {
        "on": {
          "join": [
            {
              "target": "member"
            }
          ]
        },
        "tags": [
          "outside"
        ]
      }
    }
  },
  "onboarding": {
    "id": "onboarding",
    "initial": "idle",
    "states": {
      "creating_project": {
        "on": {
          "offer": [
            {
              "target": "creating_project"
            }
          ],
          "projects.create": [
            {
              "target": "desired_features"
            },
            {
              "target": "storing"
            }
          ]
        },
        "tags": [
          "sending"
        ]
      },
      "desired_features": {
        "on": {
          "back": [
            {
              "target": "details"
            }
          ],
          "begin": [
            {
              "target": "desired_features"
            }
          ],
          "dismiss": [
            {
              "target": "dismissing"
            }
          ],
          "later": [
            {
              "target": "postponed"
            }
          ],
          "offer": [
            {
              "target": "desired_features"
            }
          ],
          "send": [
            {
              "target": "storing"
            },
            {
              "meta": {
                "guards": [
                  "project_wanted"
                ]
              },
              "target": "creating_project"
            }
          ],
          "want": [
            {
              "target": "desired_features"
            }
          ],
          "want_project": [
            {
              "target": "desired_features"
            }
          ]
        },
        "tags": [
          "answering"
        ]
      },
      "details": {
        "on": {
          "back": [
            {
              "target": "purpose"
            }
          ],
          "begin": [
            {
              "target": "details"
            }
          ],
          "describe": [
            {
              "target": "details"
            }
          ],
          "dismiss": [
            {
              "target": "dismissing"
            }
          ],
          "later": [
            {
              "target": "postponed"
            }
          ],
          "next": [
            {
              "target": "desired_features"
            }
          ],
          "offer": [
            {
              "target": "details"
            }
          ]
        },
        "tags": [
          "answering"
        ]
      },
      "dismissed": {
        "on": {
          "begin": [
            {
              "target": "init"
            }
          ],
          "offer": [
            {
              "target": "dismissed"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "dismissing": {
        "on": {
          "access.store_custom_data": [
            {
              "target": "dismissed"
            },
            {
              "target": "init"
            }
          ],
          "offer": [
            {
              "target": "dismissing"
            }
          ]
        },
        "tags": [
          "sending"
        ]
      },
      "finished": {
        "on": {
          "begin": [
            {
              "target": "init"
            }
          ],
          "offer": [
            {
              "target": "finished"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "idle": {
        "on": {
          "begin": [
            {
              "target": "init"
            }
          ],
          "offer": [
            {
              "target": "init"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "init": {
        "on": {
          "begin": [
            {
              "target": "init"
            }
          ],
          "dismiss": [
            {
              "target": "dismissing"
            }
          ],
          "later": [
            {
              "target": "postponed"
            }
          ],
          "next": [
            {
              "target": "purpose"
            }
          ],
          "offer": [
            {
              "target": "init"
            }
          ],
          "restore": [
            {
              "target": "init"
            }
          ]
        },
        "tags": [
          "answering"
        ]
      },
      "postponed": {
        "on": {
          "begin": [
            {
              "target": "init"
            }
          ],
          "offer": [
            {
              "target": "postponed"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "purpose": {
        "on": {
          "back": [
            {
              "target": "init"
            }
          ],
          "begin": [
            {
              "target": "purpose"
            }
          ],
          "choose": [
            {
              "target": "purpose"
            }
          ],
          "dismiss": [
            {
              "target": "dismissing"
            }
          ],
          "later": [
            {
              "target": "postponed"
            }
          ],
          "next": [
            {
              "target": "details"
            }
          ],
          "offer": [
            {
              "target": "purpose"
            }
          ]
        },
        "tags": [
          "answering"
        ]
      },
      "storing": {
        "on": {
          "access.store_custom_data": [
            {
              "target": "desired_features"
            },
            {
              "target": "finished"
            }
          ],
          "offer": [
            {
              "target": "storing"
            }
          ]
        },
        "tags": [
          "sending"
        ]
      }
    }
  },
  "password": {
    "id": "password",
    "initial": "idle",
    "states": {
      "changed": {
        "on": {
          "open": [
            {
              "target": "offered"
            }
          ],
          "require": [
            {
              "target": "required"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        },
        "tags": [
          "at_rest"
        ]
      },
      "changing": {
        "on": {
          "access.change_password": [
            {
              "target": "changed"
            },
            {
              "target": "offered"
            },
            {
              "target": "required"
            },
            {
              "meta": {
                "guards": [
                  "password_had_expired"
                ]
              },
              "target": "changed"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        }
      },
      "idle": {
        "on": {
          "open": [
            {
              "target": "offered"
            }
          ],
          "require": [
            {
              "target": "required"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        },
        "tags": [
          "at_rest"
        ]
      },
      "offered": {
        "on": {
          "cancel": [
            {
              "target": "idle"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ],
          "submit": [
            {
              "target": "changing"
            }
          ]
        },
        "tags": [
          "asking"
        ]
      },
      "required": {
        "on": {
          "reset": [
            {
              "target": "idle"
            }
          ],
          "submit": [
            {
              "target": "changing"
            }
          ]
        },
        "tags": [
          "asking"
        ]
      }
    }
  },
  "personalisation": {
    "id": "personalisation",
    "initial": "empty",
    "states": {
      "empty": {
        "on": {
          "reset": [
            {
              "target": "empty"
            }
          ],
          "save": [
            {
              "target": "open"
            }
          ]
        },
        "tags": [
          "keeping_none"
        ]
      },
      "hidden": {
        "on": {
          "reset": [
            {
              "target": "hidden"
            }
          ],
          "save": [
            {
              "target": "open"
            }
          ]
        },
        "tags": [
          "keeping_none"
        ]
      },
      "open": {
        "on": {
          "reset": [
            {
              "target": "empty"
            }
          ],
          "save": [
            {
              "target": "open"
            }
          ],
          "send": [
            {
              "target": "sending"
            }
          ]
        },
        "tags": [
          "keeping"
        ]
      },
      "sending": {
        "on": {
          "access.store_custom_data": [
            {
              "target": "hidden"
            },
            {
              "target": "sending"
            },
            {
              "target": "unsent"
            }
          ],
          "reset": [
            {
              "target": "empty"
            }
          ]
        }
      },
      "unsent": {
        "on": {
          "reset": [
            {
              "target": "empty"
            }
          ],
          "save": [
            {
              "target": "open"
            }
          ],
          "send": [
            {
              "target": "sending"
            }
          ]
        },
        "tags": [
          "keeping"
        ]
      }
    }
  },
  "project": {
    "id": "project",
    "initial": "absent",
    "states": {
      "absent": {
        "on": {
          "create": [
            {
              "target": "existing"
            }
          ]
        }
      },
      "existing": {
        "type": "final"
      }
    }
  },
  "quick_setup": {
    "id": "quick_setup",
    "initial": "closed",
    "states": {
      "closed": {
        "on": {
          "access.store_custom_data": [
            {
              "target": "closed"
            }
          ],
          "navigated": [
            {
              "target": "closed"
            },
            {
              "meta": {
                "guards": [
                  "entered"
                ]
              },
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "entered",
                  "getting_started_due"
                ]
              },
              "target": "open"
            }
          ],
          "open": [
            {
              "meta": {
                "guards": [
                  "supported"
                ]
              },
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "supported",
                  "goes_to_landing"
                ]
              },
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "supported",
                  "resets_tracking"
                ]
              },
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "supported",
                  "resets_tracking",
                  "goes_to_landing"
                ]
              },
              "target": "open"
            }
          ]
        }
      },
      "open": {
        "on": {
          "access.store_custom_data": [
            {
              "target": "open"
            }
          ],
          "close": [
            {
              "target": "closed"
            }
          ],
          "navigated": [
            {
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "getting_started_due"
                ]
              },
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "getting_started_due",
                  "left"
                ]
              },
              "target": "closed"
            },
            {
              "meta": {
                "guards": [
                  "left"
                ]
              },
              "target": "closed"
            }
          ],
          "open": [
            {
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "goes_to_landing"
                ]
              },
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "resets_tracking"
                ]
              },
              "target": "open"
            },
            {
              "meta": {
                "guards": [
                  "resets_tracking",
                  "goes_to_landing"
                ]
              },
              "target": "open"
            }
          ]
        }
      }
    }
  },
  "reading": {
    "id": "reading",
    "initial": "unread",
    "states": {
      "read": {
        "type": "final"
      },
      "unread": {
        "on": {
          "download": [
            {
              "target": "read"
            }
          ],
          "open": [
            {
              "target": "read"
            }
          ]
        }
      }
    }
  },
  "release_bundle": {
    "id": "release_bundle",
    "initial": "absent",
    "states": {
      "absent": {
        "on": {
          "import": [
            {
              "target": "completed"
            }
          ]
        }
      },
      "completed": {
        "type": "final"
      }
    }
  },
  "retention": {
    "id": "retention",
    "initial": "idle",
    "states": {
      "answered": {
        "on": {
          "ask": [
            {
              "target": "asking"
            },
            {
              "meta": {
                "guards": [
                  "not_admin"
                ]
              },
              "target": "answered"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "asking": {
        "on": {
          "reset": [
            {
              "target": "idle"
            }
          ],
          "retention.status": [
            {
              "target": "answered"
            },
            {
              "target": "waiting"
            },
            {
              "meta": {
                "guards": [
                  "attempts_used_up"
                ]
              },
              "target": "answered"
            },
            {
              "meta": {
                "guards": [
                  "not_admin"
                ]
              },
              "target": "answered"
            },
            {
              "meta": {
                "guards": [
                  "not_there"
                ]
              },
              "target": "answered"
            }
          ]
        }
      },
      "idle": {
        "on": {
          "ask": [
            {
              "target": "asking"
            },
            {
              "meta": {
                "guards": [
                  "not_admin"
                ]
              },
              "target": "answered"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "waiting": {
        "on": {
          "reset": [
            {
              "target": "idle"
            }
          ],
          "retry": [
            {
              "target": "asking"
            }
          ]
        }
      }
    }
  },
  "server": {
    "id": "server",
    "initial": "never",
    "states": {
      "never": {
        "on": {
          "drop_visitors": [
            {
              "target": "never"
            }
          ],
          "repair": [
            {
              "target": "never"
            }
          ],
          "start": [
            {
              "target": "running"
            }
          ],
          "sweep": [
            {
              "target": "never"
            }
          ]
        }
      },
      "running": {
        "on": {
          "drop_visitors": [
            {
              "target": "running"
            }
          ],
          "reload": [
            {
              "target": "running"
            }
          ],
          "repair": [
            {
              "target": "running"
            }
          ],
          "start": [
            {
              "target": "running"
            }
          ],
          "stop": [
            {
              "target": "stopped"
            }
          ],
          "sweep": [
            {
              "target": "running"
            }
          ]
        }
      },
      "stopped": {
        "on": {
          "drop_visitors": [
            {
              "target": "stopped"
            }
          ],
          "repair": [
            {
              "target": "stopped"
            }
          ],
          "start": [
            {
              "target": "running"
            }
          ],
          "sweep": [
            {
              "target": "stopped"
            }
          ]
        }
      }
    }
  },
  "service_status": {
    "id": "service_status",
    "initial": "idle",
    "states": {
      "confirming": {
        "on": {
          "keep_node": [
            {
              "target": "loaded"
            }
          ],
          "load": [
            {
              "target": "loading"
            }
          ],
          "remove_node": [
            {
              "target": "removing"
            }
          ],
          "status.nodes": [
            {
              "target": "confirming"
            }
          ],
          "status.services": [
            {
              "target": "confirming"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "failed": {
        "on": {
          "load": [
            {
              "target": "loading"
            }
          ],
          "status.nodes": [
            {
              "target": "failed"
            }
          ],
          "status.services": [
            {
              "target": "failed"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "idle": {
        "on": {
          "load": [
            {
              "target": "loading"
            }
          ],
          "status.nodes": [
            {
              "target": "idle"
            }
          ],
          "status.services": [
            {
              "target": "idle"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "loaded": {
        "on": {
          "ask_removal": [
            {
              "target": "confirming"
            }
          ],
          "load": [
            {
              "target": "loading"
            }
          ],
          "status.nodes": [
            {
              "target": "loaded"
            }
          ],
          "status.services": [
            {
              "target": "loaded"
            }
          ]
        },
        "tags": [
          "resting"
        ]
      },
      "loading": {
        "on": {
          "load": [
            {
              "target": "loading"
            },
            {
              "meta": {
                "guards": [
                  "already_loading"
                ]
              },
              "target": "loading"
            }
          ],
          "status.nodes": [
            {
              "target": "failed"
            },
            {
              "target": "loaded"
            },
            {
              "target": "loading"
            }
          ],
          "status.services": [
            {
              "target": "failed"
            },
            {
              "target": "loaded"
            },
            {
              "target": "loading"
            }
          ]
        }
      },
      "removing": {
        "on": {
          "status.nodes": [
            {
              "target": "removing"
            }
          ],
          "status.remove_node": [
            {
              "target": "loading"
            }
          ],
          "status.services": [
            {
              "target": "removing"
            }
          ]
        }
      }
    }
  },
  "session": {
    "id": "session",
    "initial": "fresh",
    "states": {
      "closed": {
        "type": "final"
      },
      "fresh": {
        "on": {
          "open": [
            {
              "target": "open"
            }
          ]
        }
      },
      "open": {
        "on": {
          "close": [
            {
              "target": "closed"
            }
          ],
          "sign_in": [
            {
              "target": "open"
            }
          ]
        }
      }
    }
  },
  "setup": {
    "id": "setup",
    "initial": "unclaimed",
    "states": {
      "claimed": {
        "type": "final"
      },
      "offered": {
        "on": {
          "claim": [
            {
              "target": "claimed"
            }
          ],
          "offer": [
            {
              "target": "offered"
            }
          ]
        },
        "tags": [
          "unfinished"
        ]
      },
      "unclaimed": {
        "on": {
          "offer": [
            {
              "target": "offered"
            }
          ]
        },
        "tags": [
          "unfinished"
        ]
      }
    }
  },
  "startup": {
    "id": "startup",
    "initial": "idle",
    "states": {
      "failed": {
        "on": {
          "reset": [
            {
              "target": "idle"
            }
          ],
          "retry": [
            {
              "target": "identifying"
            }
          ],
          "signed_in": [
            {
              "target": "identifying"
            }
          ],
          "start": [
            {
              "target": "identifying"
            }
          ]
        }
      },
      "gathering": {
        "on": {
          "facts_changed": [
            {
              "target": "gathering"
            },
            {
              "target": "ready"
            },
            {
              "meta": {
                "guards": [
                  "may_use_console"
                ]
              },
              "target": "settling"
            }
          ],
          "licences.entitlements": [
            {
              "target": "failed"
            },
            {
              "target": "gathering"
            },
            {
              "target": "ready"
            },
            {
              "meta": {
                "guards": [
                  "may_use_console"
                ]
              },
              "target": "settling"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ],
          "signed_in": [
            {
              "target": "identifying"
            }
          ],
          "topology.services": [
            {
              "target": "failed"
            },
            {
              "target": "gathering"
            },
            {
              "target": "ready"
            },
            {
              "meta": {
                "guards": [
                  "may_use_console"
                ]
              },
              "target": "settling"
            }
          ]
        },
        "tags": [
          "loading"
        ]
      },
      "identifying": {
        "on": {
          "access.current_user": [
            {
              "target": "failed"
            },
            {
              "target": "gathering"
            },
            {
              "target": "identifying"
            }
          ],
          "facts_changed": [
            {
              "target": "identifying"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ],
          "settings.footer": [
            {
              "target": "gathering"
            },
            {
              "target": "identifying"
            }
          ],
          "signed_in": [
            {
              "target": "identifying"
            }
          ]
        },
        "tags": [
          "loading"
        ]
      },
      "idle": {
        "on": {
          "reset": [
            {
              "target": "idle"
            }
          ],
          "signed_in": [
            {
              "target": "identifying"
            }
          ],
          "start": [
            {
              "target": "identifying"
            }
          ]
        }
      },
      "ready": {
        "on": {
          "facts_changed": [
            {
              "target": "ready"
            }
          ],
          "introduced": [
            {
              "target": "ready"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ],
          "signed_in": [
            {
              "target": "identifying"
            }
          ],
          "view_as": [
            {
              "meta": {
                "guards": [
                  "admin_only"
                ]
              },
              "target": "ready"
            }
          ],
          "view_as_myself": [
            {
              "target": "ready"
            }
          ]
        }
      },
      "settling": {
        "on": {
          "facts_changed": [
            {
              "target": "settling"
            }
          ],
          "reset": [
            {
              "target": "idle"
            }
          ],
          "settings.load": [
            {
              "target": "failed"
            },
            {
              "target": "ready"
            }
          ],
          "signed_in": [
            {
              "target": "identifying"
            }
          ]
        },
        "tags": [
          "loading"
        ]
      }
    }
  },
  "support_bundle": {
    "id": "support_bundle",
    "initial": "absent",
    "states": {
      "absent": {
        "on": {
          "create": [
            {
              "target": "creating"
            }
          ]
        }
      },
      "creating": {
        "on": {
          "delete": [
            {
              "target": "creating"
            }
          ],
          "download": [
            {
              "target": "creating"
            }
          ],
          "support.create": [
            {
              "target": "creating"
            },
            {
              "meta": {
                "guards": [
                  "all_have_ended"
                ]
              },
              "target": "settling"
            }
          ],
          "support.remove": [
            {
              "target": "creating"
            }
          ]
        },
        "tags": [
          "there"
        ]
      },
      "gone": {
        "type": "final"
      },
      "settled": {
        "on": {
          "delete": [
            {
              "target": "gone"
            },
            {
              "target": "settled"
            }
          ],
          "download": [
            {
              "target": "settled"
            }
          ],
          "due": [
            {
              "target": "gone"
            }
          ],
          "support.remove": [
            {
              "target": "settled"
            }
          ]
        },
        "tags": [
          "there"
        ]
      },
      "settling": {
        "on": {
          "delete": [
            {
              "target": "settling"
            }
          ],
          "download": [
            {
              "target": "settling"
            }
          ],
          "due": [
            {
              "target": "gone"
            },
            {
              "target": "settled"
            }
          ],
          "support.remove": [
            {
              "target": "settling"
            }
          ]
        },
        "tags": [
          "there"
        ]
      }
    }
  }
} as const;

/** The machines of a session and its tabs, in the order in which a user meets them. */
export const machineNames = [
  "session",
  "startup",
  "login",
  "mfa",
  "password",
  "idle",
  "navigation",
  "quick_setup",
  "onboarding",
  "personalisation",
  "retention",
  "log_viewer",
  "service_status"
] as const;

/** The scope of each machine, and the events that a tab may propose to it. */
export const profiles = {
  "account": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "group": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "idle": {
    "overHttp": [],
    "proposals": [
      "activity"
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
      "cancel"
    ],
    "scope": "session"
  },
  "logo": {
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
  "release_bundle": {
    "overHttp": [],
    "proposals": [],
    "scope": "installation"
  },
  "retention": {
    "overHttp": [],
    "proposals": [
      "ask"
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
  }
} as const;
