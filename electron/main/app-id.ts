/**
 * Windows uses this id to match the taskbar and notifications to the app's shortcut. It must equal `appId` in
 * electron-builder.yml, which the installer writes into the shortcuts; a test compares the two.
 */
export const appId = 'app.notehook.desktop'
