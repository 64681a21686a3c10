import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk for one test, which can be filled, lose power, and grow. Guard tests with `loop-mount`. */
export interface Disk {
  readonly folder: string
  remove(): void
}

/** Mounts a disk in memory with this many MiB. */
export function smallDisk(
  megabytes: number,
): Disk & { resize(megabytes: number): void; readOnly(): void; fill(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-disk-'))
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'notehook-test', folder)
  return {
    folder,
    resize: (megabytes) => mount('-o', `remount,rw,size=${megabytes}m`, folder),
    fill() {
      // `dd` fails when the disk is full, as intended.
      spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=4096'])
    },
    /** Makes the disk read-only. Fails while a file on it is open. */
    readOnly: () => mount('-o', 'remount,ro', folder),
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Mounts an ext4 file system that is stored in a file. Cutting its power loses all unsynced data, as on a real disk. A power cut
 * would also end the processes, so `cutPower` first stops the process group of `writer`. Otherwise, the writer could acknowledge
 * more: after the ioctl, the kernel may report success for an `fdatasync` of data that never reached the disk.
 */
export function cuttableDisk(megabytes: number): Disk & { cutPower(writer: number): void; powerOn(): void } {
  const home = mkdtempSync(join(tmpdir(), 'notehook-disk-'))
  const image = join(home, 'image')
  const folder = mkdtempSync(join(home, 'mounted-'))
  execFileSync('truncate', ['-s', `${megabytes}M`, image])
  execFileSync('mkfs.ext4', ['-q', '-F', image])
  mount('-o', 'loop', image, folder)
  return {
    folder,
    cutPower(writer) {
      // Shuts the file system down with EXT4_IOC_SHUTDOWN and NOLOGFLUSH. Uses perl, because Node has no ioctl. The writer is
      // stopped first, possibly in the middle of a sync. The stop signal reaches one thread, and the others stop before they
      // return from the kernel, so the script waits until any thread is stopped.
      const isStopped = 'grep { open(my $s, "<", $_); <$s> =~ /\\) T / } glob("/proc/$ARGV[1]/task/*/stat")'
      const shutDown = [
        'open(my $f, "<", $ARGV[0]) or die $!; my $how = pack("L", 2)',
        'kill("STOP", -$ARGV[1]) or die $!',
        `until (${isStopped}) { select(undef, undef, undef, 0.0002) }`,
        'ioctl($f, 0x8004587d, $how) or die $!',
      ].join('; ')
      execFileSync('perl', ['-e', shutDown, folder, String(writer)])
    },
    powerOn() {
      execFileSync('umount', [folder])
      mount('-o', 'loop', image, folder)
    },
    remove() {
      execFileSync('umount', [folder])
      rmSync(home, { recursive: true })
    },
  }
}

function mount(...args: readonly string[]) {
  execFileSync('mount', args)
}
