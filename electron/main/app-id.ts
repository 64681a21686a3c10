/**
 * Who the app is to Windows: its taskbar and its notifications find the shortcut by it. The same as `appId` in
 * electron-builder.yml, which the installer writes into the shortcuts; a test holds the two together.
 */
export const appId = 'app.notehook.desktop'
