import { chromium } from 'playwright'
import fs from 'node:fs'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const incl = new Map(), self = new Map(); const N=5
for (let i=0;i<N+2;i++){
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
await page.addInitScript(() => { const look=()=>{ if(document.querySelector('[role=row][data-row]')) { requestAnimationFrame(()=>setTimeout(()=>{globalThis.done=performance.now()})) } else requestAnimationFrame(look)}; requestAnimationFrame(look)})
const c = await page.context().newCDPSession(page)
await c.send('Profiler.enable'); await c.send('Profiler.setSamplingInterval', { interval: 250 }); await c.send('Profiler.start')
await page.goto('http://localhost:4655'+process.argv[2]); await page.waitForFunction(()=>globalThis.done)
const { profile } = await c.send('Profiler.stop')
await page.context().close()
if (i<2) continue
const byId = new Map(profile.nodes.map(n => [n.id, n])); const parent = new Map(); for (const n of profile.nodes) for (const ch of n.children ?? []) parent.set(ch, n.id)
const key = n => n.callFrame.functionName + ' ' + n.callFrame.url.split('/').pop() + ':' + n.callFrame.lineNumber+':'+n.callFrame.columnNumber
profile.samples.forEach((id, i) => { const seen = new Set(); const d = profile.timeDeltas[i]; const k0 = key(byId.get(id)); self.set(k0,(self.get(k0)??0)+d); for (let x = id; x !== undefined; x = parent.get(x)) { const k = key(byId.get(x)); if (!seen.has(k)) { seen.add(k); incl.set(k, (incl.get(k) ?? 0) + d) } } })
}
const files = {}
const snip = k => { const m = /(\S+\.js):(\d+):(\d+)$/.exec(k); if (!m || !fs.existsSync('dist/console/assets/'+m[1])) return ''; const f = (files[m[1]] ??= fs.readFileSync('dist/console/assets/' + m[1], 'utf8').split('\n')); return (f[m[2]] ?? '').slice(Math.max(0,+m[3] - 20), +m[3] + 90) }
const skip = Number(process.argv[3] ?? 60)
console.log([...incl].sort((a, b) => b[1] - a[1]).slice(0, skip).map(([k, v]) => (v/1000/N).toFixed(1) + ' (' + ((self.get(k)??0)/1000/N).toFixed(1) + ') ' + k + '   ' + snip(k)).join('\n'))
console.log('SELF'); console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 30).map(([k, v]) => (v/1000/N).toFixed(1) + ' ' + k + '   ' + snip(k)).join('\n'))
await browser.close()
