#!/usr/bin/env bash
# Runs a command in its own D-Bus session, with a gnome-keyring in the given state. Does not touch the user's session.
# usage: keyring.sh unlocked|locked|hanging|empty|absent FOLDER COMMAND [ARGUMENT ...]
set -u
mode=$1 folder=$2
shift 2
mkdir -p -m 700 "$folder/run" "$folder/data"
export XDG_RUNTIME_DIR=$folder/run XDG_DATA_HOME=$folder/data
unset DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY GNOME_KEYRING_CONTROL

[ "$mode" = absent ] && exec "$@"

# "within MODE COMMAND" starts a bus and a daemon, and ends both with the command.
within() {
  MODE=$1 dbus-run-session -- bash -c '
    case $MODE in
      unlocked | hanging) printf %s test-password | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 & ;;
      *) gnome-keyring-daemon --foreground --components=secrets >/dev/null 2>&1 & ;;
    esac
    daemon=$!
    trap "kill -CONT $daemon 2>/dev/null; kill $daemon 2>/dev/null; wait $daemon 2>/dev/null" EXIT
    for _ in $(seq 600); do
      dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
        string:org.freedesktop.secrets 2>/dev/null | grep -q "boolean true" && break
      sleep 0.05
    done
    [ "$MODE" = hanging ] && kill -STOP $daemon
    "$@"' _ "${@:2}"
}

# Creates the keyring with an unlocked start, because a missing keyring cannot be locked.
if [ "$mode" = locked ] && ! ls "$folder"/data/keyrings/*.keyring >/dev/null 2>&1; then
  within unlocked true >/dev/null 2>&1
fi
within "$mode" "$@"
