import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { examine, type Diagnosis } from '../doctor.ts'
import { print } from '../../../cli/output.ts'
import { runCommand, selectSources } from '../../../cli/runtime.ts'

/** Adds the command that diagnoses sources. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('test sources step by step; report each fault and who must fix it; store nothing')
    .argument('<codes...>', 'codes of sources')
    .option('--json', 'print JSON')
    .action(doctor)
}

async function doctor(codes: string[], { json }: { json?: boolean }): Promise<void> {
  await runCommand(async (runtime) => {
    warnOfOpenFolder(runtime.settings.DATA_DIR)
    const diagnoses: Diagnosis[] = []
    for (const source of selectSources(runtime, codes)) {
      const others = runtime.sources.filter(({ code }) => code !== source.code).map(({ sourceUrl }) => sourceUrl)
      const diagnosis = await examine(runtime, source, others)
      diagnoses.push(diagnosis)
      if (!json) printDiagnosis(diagnosis)
    }
    if (json) print(JSON.stringify(diagnoses, null, 2))
    if (diagnoses.some(({ fault }) => fault !== 'none')) process.exitCode = 1
  })
}

/** Warns if other accounts of this machine can open the folder of the secrets. Ratebook creates it with mode 700. */
function warnOfOpenFolder(folder: string): void {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) !== 0) {
    process.stderr.write(`DATA_DIR: other accounts of this machine can open ${folder}: run chmod 700 on it\n`)
  }
}

function printDiagnosis({ source, fault, verdict, steps, outline = [] }: Diagnosis): void {
  print(fault === 'none' ? `${source}: ${verdict}` : `${source}: ${fault}: ${verdict}`)
  const width = Math.max(...steps.map(({ step }) => step.length))
  for (const { step, ok, detail } of steps) print(`  ${ok ? '✓' : '✗'} ${step.padEnd(width)}  ${detail}`)
  if (outline.length > 0) print(`  the document:\n${outline.map((line) => `    ${line}`).join('\n')}`)
}
