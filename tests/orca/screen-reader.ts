import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBrowser } from '../../scripts/lib/browser.mjs'

const DISPLAY = ':97'
const AT_SPI = '/usr/libexec/at-spi-bus-launcher'

export const missingTools = (): string[] =>
  ['orca', 'script', 'Xvfb', 'openbox', 'xdotool', 'speech-dispatcher', 'dbus-run-session', 'dbus-send', AT_SPI].filter(
    (tool) => spawnSync('which', [tool]).status !== 0
  )

/** Orca has finished speaking after this time of silence. */
const SILENCE_MS = 2000
const LONGEST_MS = 8000

export type ScreenReader = {
  /** Presses keys one after another, and returns the speech until it is silent. */
  press(...keys: string[]): Promise<string[]>
  type(text: string): Promise<string[]>
  /** The speech from now until it is silent. */
  listen(): Promise<string[]>
  stop(): Promise<void>
}

/**
 * Starts a display, a window manager, a silent synthesiser, Orca, and Chromium with one page. Keys come from the
 * display, so that Orca handles its own before the page.
 */
export async function startScreenReader(url: string): Promise<ScreenReader> {
  const home = mkdtempSync(join(tmpdir(), 'console-orca-'))
  const runtime = join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const socket = join(runtime, 'speech.sock')
  const log = join(home, 'orca.log')
  writeFileSync(log, '')
  writeFileSync(
    join(home, 'speechd.conf'),
    'LogLevel 1\nLogDir "default"\nAddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n'
  )
  const env = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    DISPLAY,
    SPEECHD_ADDRESS: `unix_socket:${socket}`,
    LANG: 'C.UTF-8',
  }
  const children: ChildProcess[] = []
  const run = (command: string, ...args: string[]) =>
    // A separate process group, because Chromium has child processes.
    children.push(spawn(command, args, { env, stdio: 'ignore', detached: true }).on('error', () => undefined))
  const runToEnd = (command: string, ...args: string[]) => spawnSync(command, args, { env, stdio: 'ignore' })

  run('Xvfb', DISPLAY, '-screen', '0', '1280x900x24', '-nolisten', 'tcp')
  await pause(1000)
  run('speech-dispatcher', '-s', '-C', home, '-c', 'unix_socket', '-S', socket)
  run('openbox')
  run(AT_SPI, '--launch-immediately')
  await pause(1000)
  for (const property of ['IsEnabled', 'ScreenReaderEnabled'])
    runToEnd(
      'dbus-send',
      '--session',
      '--dest=org.a11y.Bus',
      '--print-reply',
      '/org/a11y/bus',
      'org.freedesktop.DBus.Properties.Set',
      'string:org.a11y.Status',
      `string:${property}`,
      'variant:boolean:true'
    )
  // Orca buffers output to a file, but not to a terminal.
  run('script', '--quiet', '--flush', '--command', 'orca --replace --debug-file=/dev/tty', log)
  await pause(4000)
  // Otherwise Chromium offers to save passwords, which is also spoken.
  mkdirSync(join(home, 'profile', 'Default'), { recursive: true })
  writeFileSync(join(home, 'profile', 'Default', 'Preferences'), JSON.stringify({ credentials_enable_service: false }))
  const chromium = await findBrowser()
  if (!chromium) throw new Error('No Chromium was found.')
  run(
    chromium,
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--force-renderer-accessibility',
    `--user-data-dir=${join(home, 'profile')}`,
    `--app=${url}`
  )
  let read = 0
  const spoken = () =>
    [...readFileSync(log, 'utf8').matchAll(/SPEECH OUTPUT: '(.*?)' *(?:\{.*)?\r?$/gm)].map(([, words = '']) =>
      words.trim()
    )

  async function listen(): Promise<string[]> {
    const begun = performance.now()
    let heard = read
    let silentSince = begun
    while (performance.now() - silentSince < SILENCE_MS && performance.now() - begun < LONGEST_MS) {
      await pause(100)
      const now = spoken().length
      if (now !== heard) silentSince = performance.now()
      heard = now
    }
    const said = spoken().slice(read)
    read += said.length
    return said
  }
  return {
    listen,
    press(...keys) {
      for (const key of keys) {
        // Modifiers are released last: Orca treats a letter that is released alone as one of its own commands.
        const held = key.split('+')
        const last = held.pop() ?? ''
        const downs = held.flatMap((modifier) => ['keydown', modifier])
        const ups = held.toReversed().flatMap((modifier) => ['keyup', modifier])
        runToEnd('xdotool', ...downs, 'key', last, ...ups)
      }
      return listen()
    },
    type(text) {
      runToEnd('xdotool', 'type', '--delay', '90', text)
      return listen()
    },
    async stop() {
      for (const child of children.toReversed()) {
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        process.kill(-child.pid, 'SIGKILL')
        await ended
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
