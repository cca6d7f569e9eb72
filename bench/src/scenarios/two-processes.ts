import type { Workbench } from '../workbench.ts'

export async function twoProcesses(_bench: Workbench): Promise<void> {}
