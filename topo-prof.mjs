import { chromium } from 'playwright'
import fs from 'node:fs'
const url = process.argv[2]
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
await page.goto(url + '/topology?type=Service'); await page.waitForTimeout(2500)
const c = await page.context().newCDPSession(page)
await c.send('Profiler.enable'); await c.send('Profiler.setSamplingInterval', { interval: 200 })
const searches = process.argv[4] ? process.argv[4].split(' ') : ['?type=Service&status=unhealthy','?type=Service','?labels=tier%3Dgold:1','?type=Service&labels=team%3Dteam-3:1','?type=Service&sortBy=name&sortOrder=desc','?type=Service&sortBy=field:cpu','?type=Service&sortBy=health']
const out = {}
await c.send('Profiler.start')
for (let r = 0; r < 6; r++) for (const s of searches) {
  await page.waitForTimeout(300)
  const t = await page.evaluate(async (w) => {
    const b = performance.now(); history.pushState(null, '', w)
    await new Promise(r => setTimeout(r)) ; const js = performance.now() - b
    const b2 = performance.now(); document.body.offsetHeight; const lay = performance.now() - b2
    await new Promise(r => requestAnimationFrame(r)); const raf = performance.now() - b
    await new Promise(r => setTimeout(r)); return [js, lay, raf, performance.now() - b].map(Math.round)
  }, s)
  if (r>0) (out[s] ??= []).push(t.join('/'))
}
const { profile } = await c.send('Profiler.stop')
for (const [s, v] of Object.entries(out)) console.log(s, v.join('  '))

const byId = new Map(profile.nodes.map(n => [n.id, n])); const parent = new Map(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
const key = n => n.callFrame.functionName + ' ' + n.callFrame.url.split('/').pop() + ':' + n.callFrame.lineNumber+':'+n.callFrame.columnNumber
const incl = new Map(), self = new Map()
profile.samples.forEach((id, i) => { const seen = new Set(); const d = profile.timeDeltas[i]; const k0 = key(byId.get(id)); self.set(k0,(self.get(k0)??0)+d); for (let x = id; x !== undefined; x = parent.get(x)) { const k = key(byId.get(x)); if (!seen.has(k)) { seen.add(k); incl.set(k, (incl.get(k) ?? 0) + d) } } })
const N = Number(process.argv[3] ?? 42)
const files = {}
const snip = k => { const m = /(\S+\.js):(\d+):(\d+)$/.exec(k); if (!m) return ''; const f = (files[m[1]] ??= fs.readFileSync('dist/console/assets/' + m[1], 'utf8').split('\n')); return (f[m[2]] ?? '').slice(+m[3] - 20, +m[3] + 90) }
console.log([...incl].filter(([k])=>/js:/.test(k)).sort((a, b) => b[1] - a[1]).slice(0, 70).map(([k, v]) => (v/1000/N).toFixed(2) + ' (' + ((self.get(k)??0)/1000/N).toFixed(2) + ') ' + k + '   ' + snip(k)).join('\n'))
await browser.close()
