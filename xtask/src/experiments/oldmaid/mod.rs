pub(super) mod approximation;
pub(super) mod audit;
pub(super) mod calibration;
pub(super) mod exact;
pub(super) mod policies;
pub(super) mod published;
pub(super) mod seats;
