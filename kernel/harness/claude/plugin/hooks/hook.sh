#!/bin/sh
# Starts one event's handler with the Python that `ck install` recorded, in this plugin or in ck's data folder. Whatever is
# missing, the agent's call goes on as it is; at the start of a session the person is told what to do about it.
event=$1
root=${CLAUDE_PLUGIN_ROOT:-${0%/hooks/*}}
tell() {
  [ "$event" = SessionStart ] && printf '{"systemMessage":"%s"}\n' "$1"
  exit 0
}

gone=
for record in "$root" "${CK_HOME:-/nowhere}/bin" "${XDG_DATA_HOME:-$HOME/.local/share}/ck/bin" "$HOME/Library/Application Support/ck/bin"; do
  if [ -r "$record/interpreter" ] && IFS= read -r python <"$record/interpreter"; then
    [ -x "$python" ] && exec "$python" -I -S "$root/hooks/hook.py" "$root" "$record"
    gone=1
  fi
done
[ -z "$gone" ] || tell "ck is off: the Python that it was installed with is gone. Install ck again, then run: ck doctor --fix"
tell "ck is off: only its plugin is here. Run: pip install context-kernel && ck install claude --plugin"
