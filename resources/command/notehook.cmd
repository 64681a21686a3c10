@echo off
rem Runs the app's command with the Node in NOTEHOOK_NODE or, by default, on PATH. It must be Node 22 or newer.
setlocal
if not defined NOTEHOOK_NODE set "NOTEHOOK_NODE=node"
"%NOTEHOOK_NODE%" -e "process.exit(process.versions.node.split('.')[0] >= 22 ? 0 : 1)" 2>nul
if errorlevel 1 (
  echo notehook needs Node 22 or newer. Install it from https://nodejs.org, or set NOTEHOOK_NODE to its path. 1>&2
  exit /b 127
)
"%NOTEHOOK_NODE%" "%~dp0notehook.mjs" %*
