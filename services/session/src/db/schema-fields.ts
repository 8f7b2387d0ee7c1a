export const text = { type: String, required: true as const };
export const moment = { type: Date, required: true as const };
export const number = { type: Number, required: true as const };
export const flag = { type: Boolean, required: true as const };
export const options = { versionKey: false, strict: 'throw', strictQuery: 'throw' } as const;

/** Flags of a policy or of a part of one. */
export const checks = {
  requirePin: Boolean,
  requireDevice: Boolean,
  requireSelfie: Boolean,
  requirePasskey: Boolean,
};
