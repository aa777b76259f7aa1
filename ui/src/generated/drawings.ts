// Generated from the state machines by `cargo test --test generated`. Do not edit.

/** Where the states of each chart stand in a drawing, in pixels. */
export const drawings = {
  "account": {
    "edges": [
      {
        "events": [
          "create"
        ],
        "from": "absent",
        "path": "M72 62 C72 91 72 91 72 120",
        "to": "active"
      },
      {
        "events": [
          "enrol",
          "reset_mfa",
          "set_admin",
          "set_password",
          "use_code",
          "use_recovery_code"
        ],
        "from": "active",
        "path": "M94 120 c6 -22 30 -6 12 12",
        "to": "active"
      },
      {
        "events": [
          "disable"
        ],
        "from": "active",
        "path": "M72 154 C72 183 72 183 72 212",
        "to": "disabled"
      },
      {
        "events": [
          "enable"
        ],
        "from": "disabled",
        "path": "M116 229 C154 229 154 137 108 137",
        "to": "active"
      },
      {
        "events": [
          "reset_mfa",
          "set_admin",
          "set_password"
        ],
        "from": "disabled",
        "path": "M102 212 c6 -22 30 -6 12 12",
        "to": "disabled"
      }
    ],
    "height": 274,
    "nodes": [
      {
        "height": 34,
        "name": "absent",
        "width": 72,
        "x": 36,
        "y": 28
      },
      {
        "height": 34,
        "name": "active",
        "width": 72,
        "x": 36,
        "y": 120
      },
      {
        "height": 34,
        "name": "disabled",
        "width": 88,
        "x": 28,
        "y": 212
      }
    ],
    "width": 210
  },
  "idle": {
    "edges": [
      {
        "events": [
          "access.check_session"
        ],
        "from": "checking",
        "path": "M102 120 c6 -22 30 -6 12 12",
        "to": "checking"
      },
      {
        "events": [
          "access.check_session"
        ],
        "from": "checking",
        "path": "M72 154 C72 183 72 183 72 212",
        "to": "expired"
      },
      {
        "events": [
          "access.check_session",
          "reset"
        ],
        "from": "checking",
        "path": "M116 137 C154 137 154 45 116 45",
        "to": "watching"
      },
      {
        "events": [
          "reset"
        ],
        "from": "expired",
        "path": "M112 229 C168 229 168 45 116 45",
        "to": "watching"
      },
      {
        "events": [
          "activity"
        ],
        "from": "watching",
        "path": "M72 62 C72 91 72 91 72 120",
        "to": "checking"
      },
      {
        "events": [
          "reset"
        ],
        "from": "watching",
        "path": "M102 28 c6 -22 30 -6 12 12",
        "to": "watching"
      }
    ],
    "height": 274,
    "nodes": [
      {
        "height": 34,
        "name": "watching",
        "width": 88,
        "x": 28,
        "y": 28
      },
      {
        "height": 34,
        "name": "checking",
        "width": 88,
        "x": 28,
        "y": 120
      },
      {
        "height": 34,
        "name": "expired",
        "width": 80,
        "x": 32,
        "y": 212
      }
    ],
    "width": 224
  },
  "login": {
    "edges": [
      {
        "events": [
          "access.authenticate"
        ],
        "from": "checking",
        "path": "M364 154 C364 183 272 183 272 212",
        "to": "enrol_required"
      },
      {
        "events": [
          "access.authenticate"
        ],
        "from": "checking",
        "path": "M364 154 C364 183 88 183 88 212",
        "to": "otp_required"
      },
      {
        "events": [
          "access.authenticate"
        ],
        "from": "checking",
        "path": "M364 154 C364 183 472 183 472 212",
        "to": "password_expired"
      },
      {
        "events": [
          "access.authenticate"
        ],
        "from": "checking",
        "path": "M364 154 C364 183 652 183 652 212",
        "to": "signed_in"
      },
      {
        "events": [
          "access.authenticate"
        ],
        "from": "checking",
        "path": "M408 137 C738 137 738 45 416 45",
        "to": "signed_out"
      },
      {
        "events": [
          "second_factor_passed"
        ],
        "from": "enrol_required",
        "path": "M340 229 C752 229 752 229 700 229",
        "to": "signed_in"
      },
      {
        "events": [
          "cancel",
          "second_factor_forbidden"
        ],
        "from": "enrol_required",
        "path": "M340 229 C766 229 766 45 416 45",
        "to": "signed_out"
      },
      {
        "events": [
          "second_factor_passed"
        ],
        "from": "otp_required",
        "path": "M148 229 C780 229 780 229 700 229",
        "to": "signed_in"
      },
      {
        "events": [
          "cancel",
          "second_factor_forbidden"
        ],
        "from": "otp_required",
        "path": "M148 229 C794 229 794 45 416 45",
        "to": "signed_out"
      },
      {
        "events": [
          "cancel",
          "password_changed"
        ],
        "from": "password_expired",
        "path": "M548 229 C808 229 808 45 416 45",
        "to": "signed_out"
      },
      {
        "events": [
          "expire",
          "revoke"
        ],
        "from": "signed_in",
        "path": "M700 229 C822 229 822 45 416 45",
        "to": "signed_out"
      },
      {
        "events": [
          "log_out"
        ],
        "from": "signed_in",
        "path": "M652 246 C652 275 364 275 364 304",
        "to": "signing_out"
      },
      {
        "events": [
          "submit"
        ],
        "from": "signed_out",
        "path": "M364 62 C364 91 364 91 364 120",
        "to": "checking"
      },
      {
        "events": [
          "access.log_out"
        ],
        "from": "signing_out",
        "path": "M420 321 C836 321 836 45 416 45",
        "to": "signed_out"
      },
      {
        "events": [
          "expire",
          "revoke"
        ],
        "from": "signing_out",
        "path": "M406 304 c6 -22 30 -6 12 12",
        "to": "signing_out"
      }
    ],
    "height": 366,
    "nodes": [
      {
        "height": 34,
        "name": "signed_out",
        "width": 104,
        "x": 312,
        "y": 28
      },
      {
        "height": 34,
        "name": "checking",
        "width": 88,
        "x": 320,
        "y": 120
      },
      {
        "height": 34,
        "name": "otp_required",
        "width": 120,
        "x": 28,
        "y": 212
      },
      {
        "height": 34,
        "name": "enrol_required",
        "width": 136,
        "x": 204,
        "y": 212
      },
      {
        "height": 34,
        "name": "password_expired",
        "width": 152,
        "x": 396,
        "y": 212
      },
      {
        "height": 34,
        "name": "signed_in",
        "width": 96,
        "x": 604,
        "y": 212
      },
      {
        "height": 34,
        "name": "signing_out",
        "width": 112,
        "x": 308,
        "y": 304
      }
    ],
    "width": 892
  },
  "mfa": {
    "edges": [
      {
        "events": [
          "reset"
        ],
        "from": "codes_shown",
        "path": "M208 413 C314 413 314 45 180 45",
        "to": "idle"
      },
      {
        "events": [
          "codes_saved"
        ],
        "from": "codes_shown",
        "path": "M208 413 C328 413 328 321 268 321",
        "to": "passed"
      },
      {
        "events": [
          "access.confirm_enrolment"
        ],
        "from": "confirming",
        "path": "M88 338 C88 367 152 367 152 396",
        "to": "codes_shown"
      },
      {
        "events": [
          "access.confirm_enrolment"
        ],
        "from": "confirming",
        "path": "M140 321 C342 321 342 229 124 229",
        "to": "enrolling"
      },
      {
        "events": [
          "access.confirm_enrolment",
          "reset"
        ],
        "from": "confirming",
        "path": "M140 321 C356 321 356 45 180 45",
        "to": "idle"
      },
      {
        "events": [
          "submit"
        ],
        "from": "enrolling",
        "path": "M76 246 C76 275 88 275 88 304",
        "to": "confirming"
      },
      {
        "events": [
          "reset"
        ],
        "from": "enrolling",
        "path": "M124 229 C370 229 370 45 180 45",
        "to": "idle"
      },
      {
        "events": [
          "reset"
        ],
        "from": "idle",
        "path": "M166 28 c6 -22 30 -6 12 12",
        "to": "idle"
      },
      {
        "events": [
          "begin_enrolment"
        ],
        "from": "idle",
        "path": "M152 62 C152 91 88 91 88 120",
        "to": "preparing"
      },
      {
        "events": [
          "begin_verification"
        ],
        "from": "idle",
        "path": "M152 62 C152 91 228 91 228 120",
        "to": "verify"
      },
      {
        "events": [
          "reset"
        ],
        "from": "passed",
        "path": "M268 321 C384 321 384 45 180 45",
        "to": "idle"
      },
      {
        "events": [
          "begin_enrolment"
        ],
        "from": "passed",
        "path": "M268 321 C398 321 398 137 136 137",
        "to": "preparing"
      },
      {
        "events": [
          "begin_verification"
        ],
        "from": "passed",
        "path": "M268 321 C412 321 412 137 264 137",
        "to": "verify"
      },
      {
        "events": [
          "access.begin_enrolment"
        ],
        "from": "preparing",
        "path": "M88 154 C88 183 76 183 76 212",
        "to": "enrolling"
      },
      {
        "events": [
          "access.begin_enrolment",
          "reset"
        ],
        "from": "preparing",
        "path": "M136 137 C426 137 426 45 180 45",
        "to": "idle"
      },
      {
        "events": [
          "access.begin_enrolment"
        ],
        "from": "preparing",
        "path": "M122 120 c6 -22 30 -6 12 12",
        "to": "preparing"
      },
      {
        "events": [
          "reset"
        ],
        "from": "verify",
        "path": "M264 137 C440 137 440 45 180 45",
        "to": "idle"
      },
      {
        "events": [
          "recover",
          "submit"
        ],
        "from": "verify",
        "path": "M228 154 C228 183 228 183 228 212",
        "to": "verifying"
      },
      {
        "events": [
          "access.verify_code",
          "reset"
        ],
        "from": "verifying",
        "path": "M276 229 C454 229 454 45 180 45",
        "to": "idle"
      },
      {
        "events": [
          "access.verify_code",
          "access.verify_recovery"
        ],
        "from": "verifying",
        "path": "M228 246 C228 275 232 275 232 304",
        "to": "passed"
      },
      {
        "events": [
          "access.verify_code",
          "access.verify_recovery"
        ],
        "from": "verifying",
        "path": "M276 229 C468 229 468 137 264 137",
        "to": "verify"
      }
    ],
    "height": 458,
    "nodes": [
      {
        "height": 34,
        "name": "idle",
        "width": 56,
        "x": 124,
        "y": 28
      },
      {
        "height": 34,
        "name": "preparing",
        "width": 96,
        "x": 40,
        "y": 120
      },
      {
        "height": 34,
        "name": "verify",
        "width": 72,
        "x": 192,
        "y": 120
      },
      {
        "height": 34,
        "name": "enrolling",
        "width": 96,
        "x": 28,
        "y": 212
      },
      {
        "height": 34,
        "name": "verifying",
        "width": 96,
        "x": 180,
        "y": 212
      },
      {
        "height": 34,
        "name": "confirming",
        "width": 104,
        "x": 36,
        "y": 304
      },
      {
        "height": 34,
        "name": "passed",
        "width": 72,
        "x": 196,
        "y": 304
      },
      {
        "height": 34,
        "name": "codes_shown",
        "width": 112,
        "x": 96,
        "y": 396
      }
    ],
    "width": 524
  },
  "navigation": {
    "edges": [
      {
        "events": [
          "go"
        ],
        "from": "leaving",
        "path": "M366 120 c6 -22 30 -6 12 12",
        "to": "leaving"
      },
      {
        "events": [
          "go"
        ],
        "from": "leaving",
        "path": "M380 137 C418 137 418 137 244 137",
        "to": "settled"
      },
      {
        "events": [
          "go"
        ],
        "from": "leaving",
        "path": "M380 137 C432 137 432 137 108 137",
        "to": "waiting"
      },
      {
        "events": [
          "go"
        ],
        "from": "settled",
        "path": "M244 137 C446 137 446 137 380 137",
        "to": "leaving"
      },
      {
        "events": [
          "go"
        ],
        "from": "settled",
        "path": "M230 120 c6 -22 30 -6 12 12",
        "to": "settled"
      },
      {
        "events": [
          "go"
        ],
        "from": "settled",
        "path": "M244 137 C460 137 460 137 108 137",
        "to": "waiting"
      },
      {
        "events": [
          "go"
        ],
        "from": "unsettled",
        "path": "M204 62 C204 91 340 91 340 120",
        "to": "leaving"
      },
      {
        "events": [
          "go"
        ],
        "from": "unsettled",
        "path": "M204 62 C204 91 204 91 204 120",
        "to": "settled"
      },
      {
        "events": [
          "go"
        ],
        "from": "unsettled",
        "path": "M204 62 C204 91 68 91 68 120",
        "to": "waiting"
      },
      {
        "events": [
          "application_ready",
          "go"
        ],
        "from": "waiting",
        "path": "M108 137 C474 137 474 137 380 137",
        "to": "leaving"
      },
      {
        "events": [
          "application_failed",
          "application_ready",
          "go"
        ],
        "from": "waiting",
        "path": "M108 137 C488 137 488 137 244 137",
        "to": "settled"
      },
      {
        "events": [
          "go"
        ],
        "from": "waiting",
        "path": "M94 120 c6 -22 30 -6 12 12",
        "to": "waiting"
      }
    ],
    "height": 182,
    "nodes": [
      {
        "height": 34,
        "name": "unsettled",
        "width": 96,
        "x": 156,
        "y": 28
      },
      {
        "height": 34,
        "name": "waiting",
        "width": 80,
        "x": 28,
        "y": 120
      },
      {
        "height": 34,
        "name": "settled",
        "width": 80,
        "x": 164,
        "y": 120
      },
      {
        "height": 34,
        "name": "leaving",
        "width": 80,
        "x": 300,
        "y": 120
      }
    ],
    "width": 544
  },
  "password": {
    "edges": [
      {
        "events": [
          "reset"
        ],
        "from": "changed",
        "path": "M180 321 C290 321 290 45 168 45",
        "to": "idle"
      },
      {
        "events": [
          "open"
        ],
        "from": "changed",
        "path": "M180 321 C304 321 304 137 252 137",
        "to": "offered"
      },
      {
        "events": [
          "require"
        ],
        "from": "changed",
        "path": "M180 321 C318 321 318 137 116 137",
        "to": "required"
      },
      {
        "events": [
          "access.change_password"
        ],
        "from": "changing",
        "path": "M140 246 C140 275 140 275 140 304",
        "to": "changed"
      },
      {
        "events": [
          "reset"
        ],
        "from": "changing",
        "path": "M184 229 C332 229 332 45 168 45",
        "to": "idle"
      },
      {
        "events": [
          "access.change_password"
        ],
        "from": "changing",
        "path": "M184 229 C346 229 346 137 252 137",
        "to": "offered"
      },
      {
        "events": [
          "access.change_password"
        ],
        "from": "changing",
        "path": "M184 229 C360 229 360 137 116 137",
        "to": "required"
      },
      {
        "events": [
          "reset"
        ],
        "from": "idle",
        "path": "M154 28 c6 -22 30 -6 12 12",
        "to": "idle"
      },
      {
        "events": [
          "open"
        ],
        "from": "idle",
        "path": "M140 62 C140 91 212 91 212 120",
        "to": "offered"
      },
      {
        "events": [
          "require"
        ],
        "from": "idle",
        "path": "M140 62 C140 91 72 91 72 120",
        "to": "required"
      },
      {
        "events": [
          "submit"
        ],
        "from": "offered",
        "path": "M212 154 C212 183 140 183 140 212",
        "to": "changing"
      },
      {
        "events": [
          "cancel",
          "reset"
        ],
        "from": "offered",
        "path": "M252 137 C374 137 374 45 168 45",
        "to": "idle"
      },
      {
        "events": [
          "submit"
        ],
        "from": "required",
        "path": "M72 154 C72 183 140 183 140 212",
        "to": "changing"
      },
      {
        "events": [
          "reset"
        ],
        "from": "required",
        "path": "M116 137 C388 137 388 45 168 45",
        "to": "idle"
      }
    ],
    "height": 366,
    "nodes": [
      {
        "height": 34,
        "name": "idle",
        "width": 56,
        "x": 112,
        "y": 28
      },
      {
        "height": 34,
        "name": "required",
        "width": 88,
        "x": 28,
        "y": 120
      },
      {
        "height": 34,
        "name": "offered",
        "width": 80,
        "x": 172,
        "y": 120
      },
      {
        "height": 34,
        "name": "changing",
        "width": 88,
        "x": 96,
        "y": 212
      },
      {
        "height": 34,
        "name": "changed",
        "width": 80,
        "x": 100,
        "y": 304
      }
    ],
    "width": 444
  },
  "session": {
    "edges": [
      {
        "events": [
          "open"
        ],
        "from": "fresh",
        "path": "M64 62 C64 91 64 91 64 120",
        "to": "open"
      },
      {
        "events": [
          "close"
        ],
        "from": "open",
        "path": "M64 154 C64 183 64 183 64 212",
        "to": "closed"
      },
      {
        "events": [
          "sign_in"
        ],
        "from": "open",
        "path": "M78 120 c6 -22 30 -6 12 12",
        "to": "open"
      }
    ],
    "height": 274,
    "nodes": [
      {
        "height": 34,
        "name": "fresh",
        "width": 64,
        "x": 32,
        "y": 28
      },
      {
        "height": 34,
        "name": "open",
        "width": 56,
        "x": 36,
        "y": 120
      },
      {
        "height": 34,
        "name": "closed",
        "width": 72,
        "x": 28,
        "y": 212
      }
    ],
    "width": 156
  },
  "setup": {
    "edges": [
      {
        "events": [
          "claim"
        ],
        "from": "offered",
        "path": "M76 154 C76 183 76 183 76 212",
        "to": "claimed"
      },
      {
        "events": [
          "offer"
        ],
        "from": "offered",
        "path": "M102 120 c6 -22 30 -6 12 12",
        "to": "offered"
      },
      {
        "events": [
          "offer"
        ],
        "from": "unclaimed",
        "path": "M76 62 C76 91 76 91 76 120",
        "to": "offered"
      }
    ],
    "height": 274,
    "nodes": [
      {
        "height": 34,
        "name": "unclaimed",
        "width": 96,
        "x": 28,
        "y": 28
      },
      {
        "height": 34,
        "name": "offered",
        "width": 80,
        "x": 36,
        "y": 120
      },
      {
        "height": 34,
        "name": "claimed",
        "width": 80,
        "x": 36,
        "y": 212
      }
    ],
    "width": 180
  },
  "startup": {
    "edges": [
      {
        "events": [
          "retry",
          "signed_in",
          "start"
        ],
        "from": "failed",
        "path": "M252 229 C290 229 290 137 196 137",
        "to": "identifying"
      },
      {
        "events": [
          "reset"
        ],
        "from": "failed",
        "path": "M252 229 C304 229 304 45 168 45",
        "to": "idle"
      },
      {
        "events": [
          "licences.entitlements",
          "topology.services"
        ],
        "from": "gathering",
        "path": "M124 229 C318 229 318 229 252 229",
        "to": "failed"
      },
      {
        "events": [
          "licences.entitlements",
          "topology.services"
        ],
        "from": "gathering",
        "path": "M110 212 c6 -22 30 -6 12 12",
        "to": "gathering"
      },
      {
        "events": [
          "signed_in"
        ],
        "from": "gathering",
        "path": "M124 229 C332 229 332 137 196 137",
        "to": "identifying"
      },
      {
        "events": [
          "reset"
        ],
        "from": "gathering",
        "path": "M124 229 C346 229 346 45 168 45",
        "to": "idle"
      },
      {
        "events": [
          "licences.entitlements",
          "topology.services"
        ],
        "from": "gathering",
        "path": "M76 246 C76 275 212 275 212 304",
        "to": "ready"
      },
      {
        "events": [
          "licences.entitlements",
          "topology.services"
        ],
        "from": "gathering",
        "path": "M76 246 C76 275 80 275 80 304",
        "to": "settling"
      },
      {
        "events": [
          "access.current_user"
        ],
        "from": "identifying",
        "path": "M140 154 C140 183 216 183 216 212",
        "to": "failed"
      },
      {
        "events": [
          "access.current_user",
          "settings.footer"
        ],
        "from": "identifying",
        "path": "M140 154 C140 183 76 183 76 212",
        "to": "gathering"
      },
      {
        "events": [
          "access.current_user",
          "settings.footer",
          "signed_in"
        ],
        "from": "identifying",
        "path": "M182 120 c6 -22 30 -6 12 12",
        "to": "identifying"
      },
      {
        "events": [
          "reset"
        ],
        "from": "identifying",
        "path": "M196 137 C360 137 360 45 168 45",
        "to": "idle"
      },
      {
        "events": [
          "signed_in",
          "start"
        ],
        "from": "idle",
        "path": "M140 62 C140 91 140 91 140 120",
        "to": "identifying"
      },
      {
        "events": [
          "reset"
        ],
        "from": "idle",
        "path": "M154 28 c6 -22 30 -6 12 12",
        "to": "idle"
      },
      {
        "events": [
          "signed_in"
        ],
        "from": "ready",
        "path": "M244 321 C374 321 374 137 196 137",
        "to": "identifying"
      },
      {
        "events": [
          "reset"
        ],
        "from": "ready",
        "path": "M244 321 C388 321 388 45 168 45",
        "to": "idle"
      },
      {
        "events": [
          "settings.load"
        ],
        "from": "settling",
        "path": "M124 321 C402 321 402 229 252 229",
        "to": "failed"
      },
      {
        "events": [
          "signed_in"
        ],
        "from": "settling",
        "path": "M124 321 C416 321 416 137 196 137",
        "to": "identifying"
      },
      {
        "events": [
          "reset"
        ],
        "from": "settling",
        "path": "M124 321 C430 321 430 45 168 45",
        "to": "idle"
      },
      {
        "events": [
          "settings.load"
        ],
        "from": "settling",
        "path": "M124 321 C444 321 444 321 244 321",
        "to": "ready"
      }
    ],
    "height": 366,
    "nodes": [
      {
        "height": 34,
        "name": "idle",
        "width": 56,
        "x": 112,
        "y": 28
      },
      {
        "height": 34,
        "name": "identifying",
        "width": 112,
        "x": 84,
        "y": 120
      },
      {
        "height": 34,
        "name": "gathering",
        "width": 96,
        "x": 28,
        "y": 212
      },
      {
        "height": 34,
        "name": "failed",
        "width": 72,
        "x": 180,
        "y": 212
      },
      {
        "height": 34,
        "name": "settling",
        "width": 88,
        "x": 36,
        "y": 304
      },
      {
        "height": 34,
        "name": "ready",
        "width": 64,
        "x": 180,
        "y": 304
      }
    ],
    "width": 500
  }
} as const;
