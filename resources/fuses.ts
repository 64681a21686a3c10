import { join } from 'node:path'
import { type FuseConfig, FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'

/**
 * What is burnt into the packaged binary, so that another program of the same user cannot borrow the app's identity. Every
 * fuse that Electron knows is named: a new one fails the packaging until somebody has decided about it.
 *
 * The packager brings a version of `@electron/fuses` that does not know them all; hence a hook of our own.
 */
const fuses: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // Flipping breaks the signature that an unsigned build for Apple's own chips needs to start; only a Mac can mend it.
  resetAdHocDarwinSignature: process.platform === 'darwin',
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // Turns off NODE_EXTRA_CA_CERTS too: certificates of a company belong in the system's store.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // macOS and Windows; without effect on Linux.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // On would need a snapshot of our own to be shipped.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
}

interface PackedApp {
  readonly appOutDir: string
  readonly electronPlatformName: string
  readonly packager: { readonly appInfo: { readonly productFilename: string } }
}

/** The hook between packing and signing. */
export default async function afterPack({ appOutDir, electronPlatformName, packager }: PackedApp) {
  const { productFilename } = packager.appInfo
  const executable = {
    linux: productFilename.toLowerCase(),
    win32: `${productFilename}.exe`,
    darwin: `${productFilename}.app`,
  }[electronPlatformName]
  if (executable === undefined) throw new Error(`What is the app called on ${electronPlatformName}?`)
  await flipFuses(join(appOutDir, executable), fuses)
}
