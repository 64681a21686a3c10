import { z } from 'zod'

/** A procedure is data: what goes in and what comes out, both parsed wherever they cross a border. */
export interface Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input
  readonly output: Output
}

export function procedure<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Procedure<Input, Output> {
  return { input, output }
}

/** No input is `{}` and no output is `null`: both survive JSON. */
export const NoInput = z.strictObject({})
export const NoOutput = z.null()
