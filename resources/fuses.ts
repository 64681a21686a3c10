import { join } from 'node:path'
import { type FuseConfig, FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'

/**
 * The fuses set in the packaged binary, so that another program of the same user can't misuse the app's identity. Every fuse that
 * Electron has is listed. Packaging fails for a new fuse until it is added here.
 *
 * Uses its own hook because the packager's version of `@electron/fuses` doesn't have all fuses.
 */
const fuses: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // Changing fuses breaks the ad-hoc signature that an unsigned build needs on Apple silicon. Only macOS can restore it.
  resetAdHocDarwinSignature: process.platform === 'darwin',
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // Also disables NODE_EXTRA_CA_CERTS. Company certificates belong in the system's store.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Has an effect only on macOS and Windows.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // Turning this on would require shipping a V8 snapshot of the app.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
}

interface PackedApp {
  readonly appOutDir: string
  readonly electronPlatformName: string
  readonly packager: { readonly appInfo: { readonly productFilename: string } }
}

export default async function afterPack({ appOutDir, electronPlatformName, packager }: PackedApp) {
  const { productFilename } = packager.appInfo
  const executable = {
    linux: productFilename.toLowerCase(),
    win32: `${productFilename}.exe`,
    darwin: `${productFilename}.app`,
  }[electronPlatformName]
  if (executable === undefined)
    throw new Error(`The app's executable name on ${electronPlatformName} is not known.`)
  await flipFuses(join(appOutDir, executable), fuses)
}
