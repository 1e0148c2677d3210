pub(super) mod published;
pub(super) mod published_wild;
