import { Injectable } from '@nestjs/common';
import { ADVICE_RULES } from './rules/advice-rules.js';
import type { AdviceRule } from './rules/rule.js';

/** The rules that profiles are judged by. */
@Injectable()
export class AdviceRules {
  readonly all: readonly AdviceRule[] = ADVICE_RULES;

  /** Undefined: there is no such rule any more. */
  find(id: string): AdviceRule | undefined {
    return this.all.find((rule) => rule.id === id);
  }
}
