import { describe, expect, it, jest } from '@jest/globals';
import { getMetadataStorage, IsInt, IsString, MaxLength, validate } from 'class-validator';
import { gatherRulesOnce } from '../../../dist/server/security/validation-rules.js';

class Animal {
  @IsString()
  @MaxLength(3)
  name: unknown;
}

class Dog extends Animal {
  @IsInt()
  age: unknown;
}

const storage = getMetadataStorage();
const gather = jest.spyOn(storage, 'getTargetValidationMetadatas');
gatherRulesOnce();

async function broken(values: object, groups?: string[]): Promise<string[]> {
  const faults = await validate(Object.assign(new Dog(), values), { groups });
  return faults.flatMap(({ constraints = {} }) => Object.keys(constraints)).sort();
}

describe('the rules of a class', () => {
  it('are those of its parents too, for every object', async () => {
    expect(await broken({ name: 'Fenna', age: 1.5 })).toEqual(['isInt', 'maxLength']);
    expect(await broken({ name: 4, age: 1 })).toEqual(['isString', 'maxLength']);
    expect(await broken({ name: 'Bo', age: 1 })).toEqual([]);
  });

  it('are gathered once for each way of validating', async () => {
    gather.mockClear();
    await broken({ name: 'Bo', age: 1 });
    expect(gather).not.toHaveBeenCalled();
    await broken({ name: 'Bo', age: 1 }, ['others']);
    await broken({ name: 'Bo', age: 1 }, ['others']);
    expect(gather).toHaveBeenCalledTimes(1);
  });
});
