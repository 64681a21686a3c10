@echo off
rem Runs the command of the app with Node 22 or newer: NOTEHOOK_NODE, or the one on PATH.
setlocal
if not defined NOTEHOOK_NODE set "NOTEHOOK_NODE=node"
"%NOTEHOOK_NODE%" -e "process.exit(process.versions.node.split('.')[0] >= 22 ? 0 : 1)" 2>nul
if errorlevel 1 (
  echo notehook needs Node 22 or newer. Install it from https://nodejs.org, or set NOTEHOOK_NODE to its path. 1>&2
  exit /b 127
)
"%NOTEHOOK_NODE%" "%~dp0notehook.mjs" %*
