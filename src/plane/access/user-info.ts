/** Who sends a request. */

/** An authenticated user. */
export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The group whose members may do everything. */
export const MASTERS = 'system:masters';

/** Whether authorization lets a user do everything. */
export function isMaster(user: UserInfo): boolean {
  return user.groups.includes(MASTERS);
}
